import { Forex } from "@candela/forex/Forex"
import type { ForexQuote } from "@candela/market/ForexQuote"
import { dateOf } from "@candela/market/TimeZone"
import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { connections, type keys, raw, serviceOf, Tables } from "./support.js"

const forexOf = (key: keyof typeof keys | (string & {}) = "key") => serviceOf(Forex, key)

type Filters = Pick<
  Forex.QuotesRequest,
  "timestamp" | "timestamp.gt" | "timestamp.gte" | "timestamp.lt" | "timestamp.lte"
>

/** All quotes of a pair in ascending order, from the table. */
const stored = (ticker: string) =>
  Effect.flatMap(Store, ({ query }) =>
    query<ForexQuote>(
      `SELECT ask_exchange, ask_price, bid_exchange, bid_price, participant_timestamp FROM forex_quotes
       WHERE ticker = $1 ORDER BY participant_timestamp, sequence`,
      [ticker],
    ),
  )

/** Whether a quote passes filters: dates are compared as dates, instants as instants. */
const passes = (filters: Filters, { participant_timestamp: at }: ForexQuote) => {
  const date = dateOf("UTC", Number(at / 1_000_000n))
  const check = (operator: keyof Filters, holds: <A extends string | bigint>(one: A, other: A) => boolean) => {
    const value = filters[operator]
    if (value === undefined) return true
    return typeof value === "string" ? holds(date, value) : holds(at, value as bigint)
  }
  return (
    check("timestamp", (one, other) => one === other) &&
    check("timestamp.gt", (one, other) => one > other) &&
    check("timestamp.gte", (one, other) => one >= other) &&
    check("timestamp.lt", (one, other) => one < other) &&
    check("timestamp.lte", (one, other) => one <= other)
  )
}

const inOrder = (order: "asc" | "desc" | undefined, rows: ReadonlyArray<ForexQuote>) =>
  order === "asc" ? rows : [...rows].reverse()

const all = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

const ticker = "C:EURGBP"

/** The index of the first of two quotes of one nanosecond. */
const tieOf = (rows: ReadonlyArray<ForexQuote>) =>
  rows.findIndex((row, index) => row.participant_timestamp === rows[index + 1]?.participant_timestamp)

describe("quotes", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped(
      "are those of the table that pass each filter, to the nanosecond, in either order, the latest first by default",
      () =>
        Effect.gen(function* () {
          const forex = yield* forexOf()
          const rows = yield* stored(ticker)
          const [one, other] = [rows[1234]!.participant_timestamp, rows[2345]!.participant_timestamp]
          const tie = rows[tieOf(rows)]!.participant_timestamp
          const cases: ReadonlyArray<Filters> = [
            {},
            ...[tie, one + 1n, "2024-03-06", "2024-04-01"].flatMap((value): ReadonlyArray<Filters> => [
              { timestamp: value },
              { "timestamp.gt": value },
              { "timestamp.gte": value },
              { "timestamp.lt": value },
              { "timestamp.lte": value },
            ]),
            { "timestamp.gte": one, "timestamp.lte": other },
            { "timestamp.gt": one, "timestamp.lt": other },
            { "timestamp.gt": "2024-03-05", "timestamp.lt": "2024-03-07" },
            { timestamp: "2024-03-06", "timestamp.gte": one, "timestamp.lt": "2025-01-01" },
            { "timestamp.gte": "0001-01-01", "timestamp.lte": "9999-12-31" },
          ]
          for (const filters of cases) {
            const passing = rows.filter((row) => passes(filters, row))
            for (const order of [undefined, "asc"] as const) {
              const page = yield* forex.quotes({ fxTicker: ticker, ...filters, order, limit: 50_000 })
              assert.deepStrictEqual(page.results, inOrder(order, passing))
              assert.isUndefined(page.next_url)
            }
          }
        }),
    )

    it.scoped("of one nanosecond come once each, also where a page ends between them", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const rows = yield* stored(ticker)
        const at = tieOf(rows)
        assert.isAbove(at, 3)
        const around = rows.slice(at - 2, at + 4)
        const range = {
          fxTicker: ticker,
          "timestamp.gte": around[0]!.participant_timestamp,
          "timestamp.lte": around.at(-1)!.participant_timestamp,
        }
        for (const order of ["asc", "desc"] as const) {
          for (const pageSize of [1, 2, 3]) {
            const found = yield* all(forex.quotes.stream({ ...range, order }, { pageSize }))
            assert.deepStrictEqual(found, inOrder(order, around))
          }
        }
      }),
    )

    it.scoped("are those of a pair however it is written, and none where the pair is not known", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const { results } = yield* forex.quotes({ fxTicker: "C:EURGBP", limit: 5 })
        assert.lengthOf(results, 5)
        assert.deepStrictEqual((yield* forex.quotes({ fxTicker: "C:EUR-GBP", limit: 5 })).results, results)
        const prices = results.map((row) => row.bid_price)
        for (const text of ["C:EURGBP", "C%3AEURGBP", "C:EUR-GBP", "C%3AEUR%2DGBP"]) {
          const { json } = yield* raw(`/v3/quotes/${text}?limit=5`)
          const found = json["results"] as ReadonlyArray<ForexQuote>
          assert.deepStrictEqual(
            found.map((row) => row.bid_price),
            prices,
          )
        }
        const page = yield* forex.quotes({ fxTicker: "C:XXXYYY" })
        assert.deepInclude(page, { status: "OK", results: [] })
      }),
    )

    it.scoped(
      "are those that a plan sees: late where it has a delay, and refused where they begin before its history",
      () =>
        Effect.gen(function* () {
          const rows = yield* stored(ticker)
          for (const [key, delay] of [
            ["basic-key", 480],
            ["starter-key", 10],
            ["developer-key", 10],
            ["advanced-key", 0],
          ] as const) {
            const forex = yield* forexOf(key)
            const visible = BigInt(defaultNow - delay * 60_000) * 1_000_000n
            const page = yield* forex.quotes({ fxTicker: ticker, limit: 50_000 })
            assert.strictEqual(page.status, delay > 0 ? "DELAYED" : "OK")
            assert.deepStrictEqual(
              page.results,
              inOrder(
                "desc",
                rows.filter((row) => row.participant_timestamp < visible),
              ),
            )
          }
          const beforeHistory: ReadonlyArray<Filters> = [
            { timestamp: "2023-06-29" },
            { "timestamp.gte": "2023-06-29" },
            { "timestamp.gte": BigInt(Date.parse("2023-06-30")) * 1_000_000n - 1n },
            { "timestamp.gt": "2023-06-28" },
            { "timestamp.lt": "2023-06-30" },
            { "timestamp.lte": "2023-06-29" },
          ]
          const inHistory: ReadonlyArray<Filters> = [
            {},
            { timestamp: "2023-06-30" },
            { "timestamp.gte": "2023-06-30" },
            { "timestamp.gt": "2023-06-29" },
            { "timestamp.gte": BigInt(Date.parse("2023-06-30")) * 1_000_000n },
            { "timestamp.lte": "2023-06-30" },
          ]
          const forex = yield* forexOf("basic-key")
          for (const filters of beforeHistory) {
            const error = yield* Effect.flip(forex.quotes({ fxTicker: ticker, ...filters }))
            assert.deepInclude(error, { _tag: "Unauthorized", reason: "NotEntitled", status: 403 })
            const { status } = yield* (yield* forexOf("key")).quotes({ fxTicker: ticker, ...filters })
            assert.strictEqual(status, "OK")
          }
          for (const filters of inHistory) {
            const ends = "timestamp" in filters || "timestamp.lte" in filters
            assert.strictEqual((yield* forex.quotes({ fxTicker: ticker, ...filters })).status, ends ? "OK" : "DELAYED")
          }
        }),
    )
  })
})
