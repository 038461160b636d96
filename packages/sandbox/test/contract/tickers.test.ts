import { Reference } from "@candela/reference/Reference"
import type { TickerRecord } from "@candela/reference/Tickers"
import { table } from "@candela/sandbox/subjects/tickers/Tickers"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Layer, Stream, Struct } from "effect"
import { connections, serviceOf, Tables } from "./support.js"

const today = "2025-06-30"

interface Hidden {
  readonly cusip: string | null
  readonly list_date: string | null
  readonly delisted_date: string | null
  readonly former_name: string | null
  readonly renamed_date: string | null
  readonly held_from: string | null
  readonly held_until: string | null
}

/** All that the table holds. */
const stored = Effect.gen(function* () {
  const store = yield* Store
  const rows = yield* store.query<Store.Row & Hidden>(
    `SELECT ${table.select}, cusip, list_date, delisted_date, former_name, renamed_date, held_from, held_until
     FROM ${table.name}`,
  )
  return rows.map((all): TickerRecord & Hidden => {
    const { cusip, delisted_date, former_name, held_from, held_until, list_date, renamed_date, ...row } = all
    const hidden = { cusip, list_date, delisted_date, former_name, renamed_date, held_from, held_until }
    return { ...table.read(row), ...hidden }
  })
})

/** A ticker's record on a day, and its CUSIP, by hand; none before it was listed. */
const recordOn = (row: TickerRecord & Hidden, day: string): ReadonlyArray<TickerRecord & Pick<Hidden, "cusip">> => {
  const { delisted_date, delisted_utc, former_name, held_from, held_until, list_date, renamed_date, ...rest } = row
  if (list_date !== null && day < list_date) return []
  // Before, another company had the ticker; or since.
  if ((held_from !== null && day < held_from) || (held_until !== null && day >= held_until)) return []
  const active = delisted_date === null || day < delisted_date
  const midnight = `${day}T00:00:00Z`
  return [
    {
      ...rest,
      name: renamed_date !== null && day < renamed_date ? former_name! : row.name!,
      active,
      ...(active ? {} : { delisted_utc: delisted_utc! }),
      last_updated_utc: row.last_updated_utc! > midnight ? midnight : row.last_updated_utc!,
    },
  ]
}

/** What the service answers to a request on all pages, by hand. */
const expected = (
  rows: ReadonlyArray<TickerRecord & Hidden>,
  request: Omit<Reference.TickersRequest, "date"> & { readonly date?: string },
): ReadonlyArray<TickerRecord> => {
  const { active = true, date = today, order = "asc", search = "", sort = "ticker" } = request
  const day = date < today ? date : today
  const sign = order === "asc" ? 1 : -1
  const compare = (one: string | undefined, other: string | undefined) =>
    one === other ? 0 : one === undefined ? 1 : other === undefined ? -1 : one < other ? -sign : sign
  const terms = search.toLowerCase().split(/\s+/)
  const holds = <A>(wanted: A | undefined, test: (wanted: A) => boolean) => wanted === undefined || test(wanted)
  return rows
    .flatMap((row) => recordOn(row, day))
    .filter(
      (row) =>
        row.active === active &&
        holds(request.ticker, (ticker) => row.ticker === ticker) &&
        holds(request["ticker.gt"], (ticker) => row.ticker > ticker) &&
        holds(request["ticker.gte"], (ticker) => row.ticker >= ticker) &&
        holds(request["ticker.lt"], (ticker) => row.ticker < ticker) &&
        holds(request["ticker.lte"], (ticker) => row.ticker <= ticker) &&
        holds(request.type === "" ? undefined : request.type, (type) => row.type === type) &&
        holds(request.market, (market) => row.market === market) &&
        holds(request.exchange, (exchange) => row.primary_exchange === exchange) &&
        holds(request.cusip, (cusip) => row.cusip === cusip) &&
        holds(request.cik, (cik) => row.cik === cik) &&
        terms.every((term) => `${row.ticker}\n${row.name}`.toLowerCase().includes(term)),
    )
    .sort((one, other) => compare(one[sort], other[sort]) || compare(one.ticker, other.ticker))
    .map(Struct.omit("cusip"))
}

type Request = Parameters<typeof expected>[1]

const service = Effect.all({ reference: serviceOf(Reference), rows: stored })

/** The rows of a request, page by page: each page but the last is full. */
const pagesOf = (request: Request, limit: number) =>
  Effect.gen(function* () {
    const { reference } = yield* service
    const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(reference.tickers.pages({ ...request, limit })))
    pages.slice(0, -1).forEach(({ results }) => assert.strictEqual(results.length, limit))
    return pages
  })

describe("the list of tickers", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("is all that is active, of every market, in order", () =>
      Effect.gen(function* () {
        const { reference, rows } = yield* service
        const { request_id, results, ...envelope } = yield* reference.tickers({ limit: 1000 })
        assert.match(request_id!, /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(envelope, { status: "OK", count: results.length })
        assert.deepStrictEqual(results, expected(rows, {}))
        assert.isAtLeast(results.length, 200)
        assert.sameMembers(
          [...new Set(results.map(({ market }) => market))],
          ["stocks", "otc", "fx", "crypto", "indices"],
        )
        for (const { last_updated_utc } of results) assert.isAtMost(Date.parse(last_updated_utc!), Date.parse(today))
      }),
    )

    it.scoped("is filtered by each parameter, and by several at once", () =>
      Effect.gen(function* () {
        const { reference, rows } = yield* service
        const aapl = rows.find(({ ticker }) => ticker === "AAPL")!
        const brk = rows.find(({ ticker }) => ticker === "BRK.A")!
        const requests: ReadonlyArray<readonly [least: number, most: number, request: Request]> = [
          [1, 1, { ticker: "BRK.A" }],
          [0, 0, { ticker: "brk.a" }],
          [83, 83, { "ticker.gte": "X:AAVEUSD", "ticker.lt": "X;" }],
          [100, 110, { type: "CS" }],
          [0, 0, { type: "WARRANT" }],
          [200, 300, { type: "" }],
          [100, 110, { market: "stocks" }],
          [25, 60, { exchange: "XNAS" }],
          [1, 1, { cusip: aapl.cusip! }],
          [0, 0, { cusip: "037833100" }],
          [2, 2, { cik: brk.cik! }],
          [1, 1, { cik: brk.cik!, "ticker.gt": "BRK.A" }],
          [1, 1, { search: "apple" }],
          [1, 1, { search: "INC aPpL" }],
          [1, 1, { search: "  apple  inc " }],
          [2, 2, { search: "brk" }],
          [10, 60, { search: "euro" }],
          [1, 20, { search: "euro dollar", market: "fx" }],
          [0, 0, { search: "apple microsoft" }],
          [0, 0, { search: "%" }],
          [0, 0, { search: "_a" }],
          [0, 0, { search: "' OR 1=1 --" }],
          [1, 15, { search: "&" }],
          [1, 1, { search: "splunk", active: false }],
          [0, 0, { search: "splunk" }],
          [8, 8, { active: false }],
          [200, 300, { active: true }],
          [2, 5, { active: false, exchange: "XNAS", order: "desc", sort: "delisted_utc", type: "CS" }],
        ]
        for (const [least, most, request] of requests) {
          const { results } = yield* reference.tickers({ ...request, limit: 1000 })
          const about = JSON.stringify(request)
          assert.deepStrictEqual(results, expected(rows, request), about)
          assert.isAtLeast(results.length, least, about)
          assert.isAtMost(results.length, most, about)
        }
      }),
    )

    it.scoped("is that of a day: its names, what was listed, what was not delisted yet", () =>
      Effect.gen(function* () {
        const { reference, rows } = yield* service
        const days = fc.sample(
          fc.date({ min: new Date("1915-01-01"), max: new Date("2026-12-31"), noInvalidDate: true }),
          { seed: 7, numRuns: 30 },
        )
        const edges = ["2024-03-17", "2024-03-18", "2007-01-08", "2007-01-09", "2022-11-07", "2022-11-08", today]
        const counts = new Set<number>()
        for (const date of [
          ...days.map((day) => day.toISOString().slice(0, 10)),
          ...edges,
          "0001-01-01",
          "9999-12-31",
        ]) {
          for (const active of [true, false]) {
            const request: Request = { date, active, sort: "name", market: "stocks" }
            const { results } = yield* reference.tickers({ ...request, limit: 1000 })
            assert.deepStrictEqual(results, expected(rows, request), date)
            counts.add(results.length)
          }
        }
        assert.isAtLeast(counts.size, 20)
        const splunk = (date: string, active: boolean) =>
          Effect.map(reference.tickers({ ticker: "SPLK", date, active }), ({ results }) => results)
        assert.strictEqual((yield* splunk("2024-03-17", true)).length, 1)
        assert.notProperty((yield* splunk("2024-03-17", true))[0]!, "delisted_utc")
        assert.deepStrictEqual(yield* splunk("2024-03-17", false), [])
        assert.deepStrictEqual(yield* splunk("2024-03-18", true), [])
        assert.strictEqual((yield* splunk("2024-03-18", false))[0]!.delisted_utc, "2024-03-18T00:00:00Z")
        // What is searched is the day's name.
        const search = (search: string, date: string) =>
          Effect.map(reference.tickers({ search, date }), ({ results }) => results.map(({ name }) => name))
        assert.deepStrictEqual(yield* search("apple computer", "2007-01-08"), ["Apple Computer, Inc."])
        assert.deepStrictEqual(yield* search("apple computer", "2007-01-09"), [])
      }),
    )

    it.scoped("keeps its day and its filters on further pages", () =>
      Effect.gen(function* () {
        const { rows } = yield* service
        const request: Request = { date: "2010-06-01", market: "stocks", sort: "name", order: "desc", search: "inc" }
        const pages = yield* pagesOf(request, 3)
        assert.isAbove(pages.length, 2)
        assert.deepStrictEqual(
          pages.flatMap(({ results }) => results),
          expected(rows, request),
        )
      }),
    )
  })
})
