import { MarketData } from "@candela/core/MarketData"
import * as ExactJson from "@candela/testing/ExactJson"
import type * as Fault from "@candela/testing/Fault"
import * as Lapse from "@candela/testing/Lapse"
import * as Lapses from "@candela/testing/Lapses"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Exit, FastCheck, Layer } from "effect"
import { Weather } from "@candela/support/endpoints"
import { readingsOf, serve } from "@candela/support/readingsServer"
import { runs } from "@candela/support/seeded"

type Json = Record<string, unknown>

const now = Date.parse("2025-06-30T20:00:00Z")
const day = 86_400_000
const hour = day / 24
const start = Date.parse("2025-06-02T04:00:00Z")
const marks = { status: "OK", request_id: "r" }

const bar = (index: number, time = start + index * hour) => ({ o: 10, h: 12, l: 9, c: 11, v: 100 + index, t: time })
/** Hours of three days. */
const hours = [0, 1, 2, 24, 25, 48].map((index) => bar(index))
const envelope = { ...marks, queryCount: 6, resultsCount: 6, adjusted: true, ticker: "AAPL" }

const urls = {
  range: "/v2/aggs/ticker/AAPL/range/1/hour/2025-06-02/2025-06-04",
  descending: "/v2/aggs/ticker/AAPL/range/1/hour/2025-06-02/2025-06-04?sort=desc",
  prev: "/v2/aggs/ticker/AAPL/prev",
  prevPair: "/v2/aggs/ticker/X:BTCUSD/prev",
  marketDay: "/v2/aggs/grouped/locale/us/market/stocks/2025-06-02",
  futures: "/futures/v1/aggs/ESU5",
  splits: "/stocks/v1/splits?ticker.any_of=NVDA,AAPL",
  dividends: "/stocks/v1/dividends?ticker=AAPL",
  lastPage: "/v3/reference/tickers?cursor=abc",
}

const split = (id: string, date: string) => ({
  ...{ id, ticker: "NVDA", execution_date: date, split_from: 1, split_to: 10, historical_adjustment_factor: 0.1 },
})
const dividend = { id: "d", ticker: "AAPL", cash_amount: 0.25, historical_adjustment_factor: 0.99 }
const rowsOfMarket = ["AAPL", "MSFT"].map((T) => ({ T, ...bar(0) }))

const documents = {
  range: { ...envelope, results: hours },
  descending: { ...envelope, results: hours.toReversed() },
  prev: { ...envelope, results: [{ T: "AAPL", ...bar(0) }] },
  prevPair: { ...envelope, results: [{ T: "X:BTCUSD", ...bar(0) }] },
  marketDay: { ...envelope, ticker: undefined, results: rowsOfMarket },
  splits: { ...marks, results: [split("b", "2024-06-10"), split("a", "2021-07-20")] },
  dividends: { ...marks, results: [dividend] },
  lastPage: { ...marks, count: 1, results: [{ ticker: "A" }] },
}
type Where = keyof typeof documents

const answerOf = (text: string): Fault.Response => ({
  status: 200,
  headers: { date: new Date(now).toUTCString() },
  body: new TextEncoder().encode(text),
})

const asText = ({ body }: Fault.Response) => new TextDecoder().decode(body)
const asJson = (answer: Fault.Response) => JSON.parse(asText(answer)) as Json

const ask = (service: Lapses.Service, where: Where, document: unknown = documents[where]) =>
  service.alter(new URL(urls[where], "http://service.test"), answerOf(JSON.stringify(document)))

/** The answer with a lapse, and its document. */
const altered = (lapse: Lapse.Name, where: Where, document?: Json) =>
  Effect.gen(function* () {
    const service = yield* Lapses.make({ lapses: { [lapse]: "always" } })
    const answer = yield* ask(service, where, document)
    assert.deepStrictEqual(
      (yield* service.met).map(({ lapse }) => lapse),
      [lapse],
    )
    return asJson(answer)
  })

const results = (document: Json) => document["results"] as ReadonlyArray<Json>
const times = (document: Json) => results(document).map(({ t }) => t as number)

/** What each lapse does to an answer. */
const effects: Record<Lapse.Name, Effect.Effect<unknown>> = {
  Empty: Effect.gen(function* () {
    const expected = { ...envelope, queryCount: 0, resultsCount: 0, results: null }
    assert.deepStrictEqual(yield* altered("Empty", "range", { ...documents.range, next_url: "https://next" }), expected)
    assert.deepStrictEqual(yield* altered("Empty", "splits"), { ...marks, results: [] })
  }),
  Unmarked: Effect.map(altered("Unmarked", "range"), (document) =>
    assert.deepStrictEqual(document, { hello: "world" }),
  ),
  Unavailable: Effect.map(altered("Unavailable", "splits"), (document) =>
    assert.deepStrictEqual(document, { message: "Service Unavailable" }),
  ),
  NotFoundStatus: Effect.map(altered("NotFoundStatus", "prev"), (document) =>
    assert.deepStrictEqual(document, { status: "Not Found" }),
  ),
  BlankLastPage: Effect.map(altered("BlankLastPage", "lastPage"), (document) => assert.deepStrictEqual(document, {})),
  DoubledDay: Effect.gen(function* () {
    const document = yield* altered("DoubledDay", "range")
    const rows = results(document)
    assert.isAbove(rows.length, hours.length)
    assert.strictEqual(document["resultsCount"], rows.length)
    assert.sameDeepMembers(
      [...new Set(rows.map((row) => JSON.stringify(row)))],
      hours.map((row) => JSON.stringify(row)),
    )
  }),
  DoubledTicker: Effect.map(altered("DoubledTicker", "marketDay"), (document) => {
    assert.lengthOf(results(document), 3)
    assert.deepInclude(rowsOfMarket, results(document)[2])
  }),
  ConflictingRow: Effect.map(altered("ConflictingRow", "range"), (document) => {
    assert.lengthOf(results(document), 7)
    const index = times(document).findIndex((time, index, all) => time === all[index + 1])
    assert.strictEqual(results(document)[index + 1]!["c"], 12.1)
  }),
  Disordered: Effect.map(altered("Disordered", "range"), (document) => {
    assert.notDeepEqual(times(document), times(documents.range))
    assert.sameMembers(times(document), times(documents.range))
  }),
  OtherYear: Effect.gen(function* () {
    const [first] = results(yield* altered("OtherYear", "range"))
    assert.deepStrictEqual(first, { ...hours[0], o: 5, h: 6, l: 4.5, c: 5.5, t: start - 364 * day })
    assert.deepStrictEqual(results(yield* altered("OtherYear", "descending")).at(-1), first)
    const market = times(yield* altered("OtherYear", "marketDay"))
    assert.sameMembers(market, [start, start - 364 * day])
  }),
  OtherTicker: Effect.gen(function* () {
    const document = yield* altered("OtherTicker", "prev")
    assert.strictEqual(document["ticker"], "MSFT")
    assert.deepInclude(results(document)[0], { T: "MSFT", c: 16.5 })
  }),
  OtherAdjustment: Effect.map(altered("OtherAdjustment", "range"), (document) => {
    assert.strictEqual(document["adjusted"], false)
    assert.strictEqual(results(document)[0]!["c"], 5.5)
  }),
  Nanoseconds: Effect.map(altered("Nanoseconds", "range"), (document) =>
    assert.strictEqual(times(document)[0], start * 1e6),
  ),
  AnnouncedSplit: Effect.gen(function* () {
    const announced = results(yield* altered("AnnouncedSplit", "splits")).slice(0, 2)
    const dates = announced.map((row) => [row["ticker"], row["execution_date"]])
    assert.deepStrictEqual(dates, [
      ["NVDA", "2025-07-10"],
      ["AAPL", "2025-07-10"],
    ])
    assert.lengthOf(results(yield* altered("AnnouncedSplit", "splits", { ...marks, results: [] })), 2)
  }),
  DoubledSplit: Effect.map(altered("DoubledSplit", "splits"), (document) => {
    const ids = results(document).map(({ id }) => id)
    assert.deepStrictEqual(ids, ["b", "b-again", "a", "a-again"])
  }),
  SplitOfZero: Effect.map(altered("SplitOfZero", "splits"), (document) =>
    assert.sameMembers(
      results(document).map((row) => row["split_to"]),
      [0, 10],
    ),
  ),
  LateSplit: Effect.map(altered("LateSplit", "splits"), (document) =>
    assert.deepStrictEqual(
      results(document).map(({ id }) => id),
      ["a"],
    ),
  ),
  DividendWithoutFactor: Effect.map(altered("DividendWithoutFactor", "dividends"), (document) =>
    assert.deepStrictEqual(results(document), [{ id: "d", ticker: "AAPL", cash_amount: 0.25 }]),
  ),
  DoubledDividend: Effect.map(altered("DoubledDividend", "dividends"), (document) =>
    assert.lengthOf(results(document), 2),
  ),
  CorrectedBar: Effect.map(altered("CorrectedBar", "range"), (document) =>
    assert.lengthOf(
      results(document).filter(({ c }) => c === 10.89),
      1,
    ),
  ),
  MissingDay: Effect.gen(function* () {
    assert.isNull((yield* altered("MissingDay", "marketDay"))["results"])
    const days = new Set(times(yield* altered("MissingDay", "range")).map((time) => Math.floor(time / day)))
    assert.strictEqual(days.size, 2)
  }),
  PreviousDayClose: Effect.gen(function* () {
    assert.deepStrictEqual(times(yield* altered("PreviousDayClose", "prev")), [Date.parse("2025-06-02T20:00:00Z")])
    assert.deepStrictEqual(times(yield* altered("PreviousDayClose", "prevPair")), [start + day - 1])
  }),
  ClockAhead: Effect.gen(function* () {
    const { headers } = yield* ask(yield* Lapses.make({ lapses: { ClockAhead: "always" } }), "range")
    assert.strictEqual(headers["date"], new Date(now + 30 * day).toUTCString())
  }),
  ClockBehind: Effect.gen(function* () {
    const { headers } = yield* ask(yield* Lapses.make({ lapses: { ClockBehind: "always" } }), "range")
    assert.strictEqual(headers["date"], new Date(now - 30 * day).toUTCString())
  }),
}

describe("a lapse", () => {
  for (const name of Lapse.names) it.effect(`${name} changes what it says`, () => effects[name])

  it.effect("keeps all digits of numbers, also of a bar of futures", () =>
    Effect.gen(function* () {
      const first = `{"window_start":1748836800000000001,"close":5900.25,"volume":9007199254740993}`
      const second = `{"window_start":1748836860000000001,"close":5900.5,"volume":1}`
      const text = `{"status":"OK","results":[${first},${second}]}`
      const url = new URL(urls.futures, "http://service.test")
      const ask = (lapse: Lapse.Name) =>
        Effect.flatMap(Lapses.make({ lapses: { [lapse]: "always" } }), ({ alter }) => alter(url, answerOf(text)))
      const swapped = `{"status":"OK","results":[${second},${first}]}`
      assert.strictEqual(asText(yield* ask("Disordered")), swapped)
      const year = 364n * 86_400_000_000_000n
      const { results } = ExactJson.parseValues(asText(yield* ask("OtherYear"))) as { results: ReadonlyArray<Json> }
      assert.strictEqual(results[0]!["window_start"], 1_748_836_800_000_000_001n - year)
    }),
  )

  it.effect("leaves answers alone that it does not concern, and those that are no success", () =>
    Effect.gen(function* () {
      const service = yield* Lapses.make({ lapses: { DoubledSplit: "always", Unmarked: "always" } })
      const failed = { ...answerOf("{}"), status: 404 }
      assert.strictEqual(yield* service.alter(new URL(urls.splits, "http://service.test"), failed), failed)
      const splits = yield* Lapses.make({ lapses: { DoubledSplit: "always" } })
      const answer = answerOf(JSON.stringify(documents.range))
      assert.strictEqual(yield* splits.alter(new URL(urls.range, "http://service.test"), answer), answer)
      assert.deepStrictEqual([...(yield* service.met), ...(yield* splits.met)], [])
    }),
  )
})

describe("Lapses", () => {
  it.effect("occur once for each URL, always, or with a probability", () =>
    Effect.gen(function* () {
      const count = (occurrence: Lapse.Occurrence) =>
        Effect.gen(function* () {
          const service = yield* Lapses.make({ lapses: { Empty: occurrence } })
          for (let turn = 0; turn < 100; turn++) yield* ask(service, "range")
          yield* ask(service, "marketDay")
          const met = yield* service.met
          return met.map(({ repetition, url }) => `${repetition} ${url}`)
        })
      assert.deepStrictEqual(yield* count("once"), [`0 ${urls.range}`, `0 ${urls.marketDay}`])
      assert.lengthOf(yield* count("always"), 101)
      assert.lengthOf(yield* count(0), 0)
      const drawn = (yield* count(0.5)).length
      assert.isTrue(drawn > 30 && drawn < 70)
    }),
  )

  it("are determined by the seed and the request", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.integer(), FastCheck.constantFrom(...Lapse.names), (seed, name) => {
        const once = Effect.gen(function* () {
          const service = yield* Lapses.make({ seed, lapses: { [name]: 0.5 } })
          const answers = yield* Effect.forEach(Object.keys(documents) as Array<Where>, (where) => ask(service, where))
          return [answers.map(asText), answers.map(({ headers }) => headers), yield* service.met]
        })
        assert.deepStrictEqual(Effect.runSync(once), Effect.runSync(once))
      }),
      { seed: 5, numRuns: runs(200) },
    ))

  it.effect("change the same rows in each answer to a request", () =>
    Effect.gen(function* () {
      const service = yield* Lapses.make({ seed: 3, lapses: { MissingDay: "always" } })
      const first = asText(yield* ask(service, "range"))
      assert.strictEqual(asText(yield* ask(service, "range")), first)
    }),
  )

  it.effect("wrap any client", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const page = yield* readings({ station: "S", from: 0, to: 3 })
      assert.isEmpty(page.results)
      const again = yield* readings({ station: "S", from: 0, to: 3 })
      assert.deepStrictEqual(again.results, readingsOf(0, 1))
      const met = yield* Lapses.met
      assert.deepStrictEqual(
        met.map(({ lapse, repetition }) => [lapse, repetition]),
        [["Empty", 0]],
      )
      assert.notInclude(met[0]!.url, "a-key-of-the-test")
    }).pipe(
      Effect.provide(
        Weather.layer.pipe(
          Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-the-test" })),
          Layer.provideMerge(Lapses.layer({ lapses: { Empty: "once" } })),
          Layer.provideMerge(ScriptedTransport.layer(serve())),
        ),
      ),
    ),
  )

  it("are parsed from texts", () => {
    const parsed = Lapses.parse(["Empty,DoubledDay:0.25", "LateSplit:always"])
    assert.deepStrictEqual(Either.getOrThrow(parsed), { Empty: "once", DoubledDay: 0.25, LateSplit: "always" })
    for (const text of ["", "Nonsense", "Empty:2", "Empty:sometimes", "toString"]) {
      assert.include(Either.getOrThrow(Either.flip(Lapses.parse([text]))), "LAPSE:once")
    }
  })

  it.effect("reject a probability that is none", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Lapses.make({ lapses: { Empty: 1.5 } }))
      assert.isTrue(Exit.isFailure(exit))
      assert.include(String(exit), "the probability of Empty must be from 0 to 1")
    }),
  )

  it("name their source, and occur by default as it says", () => {
    for (const { occurs, source } of Object.values(Lapse.kinds)) {
      assert.isAbove(source.length, 20)
      assert.include(["once", "always"], occurs)
    }
  })
})
