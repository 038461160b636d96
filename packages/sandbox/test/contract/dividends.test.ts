import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as Dividends from "@candela/sandbox/generate/Dividends"
import { all as routes } from "@candela/sandbox/Routes"
import * as Service from "@candela/sandbox/Service"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ask } from "../http/support.js"
import { assertFilters, assertOrders, assertPages, rowsOf } from "./list.js"
import { connections, keys, raw, stocksOf, Tables } from "./support.js"

const list = Effect.gen(function* () {
  const { dividends } = yield* stocksOf("key")
  const rows = yield* rowsOf(Dividends.table)
  return { method: dividends, rows, key: ["id"], order: [["ticker", "asc"]], max: 5000 } as const
})

const middle = "2024-08-09"

/** One request for each operator, and the rows that it keeps. */
const filters: ReadonlyArray<readonly [Stocks.DividendsRequest, (row: Dividend) => boolean]> = [
  [{ ticker: "KO" }, ({ ticker }) => ticker === "KO"],
  [{ "ticker.any_of": ["WMT", "KO", "NONE"] }, ({ ticker }) => ticker === "KO" || ticker === "WMT"],
  [{ "ticker.gt": "KO" }, ({ ticker }) => ticker! > "KO"],
  [{ "ticker.gte": "KO" }, ({ ticker }) => ticker! >= "KO"],
  [{ "ticker.lt": "KO" }, ({ ticker }) => ticker! < "KO"],
  [{ "ticker.lte": "KO" }, ({ ticker }) => ticker! <= "KO"],
  [{ ex_dividend_date: middle }, (row) => row.ex_dividend_date === middle],
  [{ "ex_dividend_date.gt": middle }, (row) => row.ex_dividend_date! > middle],
  [{ "ex_dividend_date.gte": middle }, (row) => row.ex_dividend_date! >= middle],
  [{ "ex_dividend_date.lt": middle }, (row) => row.ex_dividend_date! < middle],
  [{ "ex_dividend_date.lte": middle }, (row) => row.ex_dividend_date! <= middle],
  // A dividend whose frequency is not known is in no range.
  [{ frequency: 4 }, ({ frequency }) => frequency === 4],
  [{ "frequency.gt": 2 }, ({ frequency = NaN }) => frequency > 2],
  [{ "frequency.gte": 2 }, ({ frequency = NaN }) => frequency >= 2],
  [{ "frequency.lt": 2 }, ({ frequency = NaN }) => frequency < 2],
  [{ "frequency.lte": 2 }, ({ frequency = NaN }) => frequency <= 2],
  [{ distribution_type: "special" }, (row) => row.distribution_type === "special"],
  [
    { "distribution_type.any_of": ["special", "unknown"] },
    (row) => row.distribution_type === "special" || row.distribution_type === "unknown",
  ],
  [
    { "ticker.gte": "H", "ticker.lt": "K", "ex_dividend_date.gte": "2024-01-01", frequency: 4 },
    ({ ex_dividend_date, frequency, ticker }) =>
      ticker! >= "H" && ticker! < "K" && ex_dividend_date! >= "2024-01-01" && frequency === 4,
  ],
]

const path = "/stocks/v1/dividends"

for (const [name, connection] of Object.entries(connections)) {
  describe(`dividends ${name}`, () => {
    layer(Layer.merge(connection, Tables), { excludeTestServices: true })((it) => {
      it.scoped("are those of the table that a filter keeps", () =>
        Effect.flatMap(list, (list) => assertFilters(list, filters)),
      )

      it.scoped("come in the order that is asked for: by one column or several, in either direction", () =>
        Effect.flatMap(list, (list) =>
          assertOrders(list, [
            [{}, [["ticker", "asc"]]],
            [{ sort: "ticker.desc" }, [["ticker", "desc"]]],
            [{ sort: "ex_dividend_date" }, [["ex_dividend_date", "asc"]]],
            [{ sort: "frequency.asc" }, [["frequency", "asc"]]],
            [
              { sort: ["frequency.desc", "cash_amount.asc", "pay_date.desc"] },
              [
                ["frequency", "desc"],
                ["cash_amount", "asc"],
                ["pay_date", "desc"],
              ],
            ],
          ]),
        ),
      )

      it.scoped("are the same in pages of any size, and as a stream", () =>
        Effect.gen(function* () {
          const dividends = yield* list
          const ofCompany = dividends.rows.filter(({ ticker }) => ticker === "KO").length
          yield* assertPages(dividends, { ticker: "KO" }, [1, ofCompany - 1, ofCompany, ofCompany + 1])
          yield* assertPages(dividends, { "ticker.lt": "DIT" }, [7])
          for (const sort of ["frequency.asc", "frequency.desc"] as const) yield* assertPages(dividends, { sort }, [50])
          assert.lengthOf((yield* dividends.method({})).results, 100)
        }),
      )

      it.scoped("are none of an unknown ticker", () =>
        Effect.gen(function* () {
          const { dividends } = yield* stocksOf("key")
          const { request_id, ...page } = yield* dividends({ ticker: "ko" })
          assert.match(request_id!, /^[0-9a-f]{32}$/)
          assert.deepStrictEqual(page, { status: "OK", results: [] })
        }),
      )

      it.scoped("are the same for every plan", () =>
        Effect.gen(function* () {
          const { request_id: _, ...all } = yield* (yield* stocksOf("key")).dividends({ ticker: "KO" })
          for (const key of Object.keys(keys)) {
            const { request_id: _, ...page } = yield* (yield* stocksOf(key)).dividends({ ticker: "KO" })
            assert.deepStrictEqual(page, all)
          }
        }),
      )

      it.scoped("are refused by the service where the client would not have asked", () =>
        Effect.gen(function* () {
          for (const [query, parameter] of [
            ["ticker=", "ticker"],
            ["ticker=A&ticker=B", "ticker"],
            ["ticker.any_of=A,,B", "ticker.any_of"],
            ["ticker.all_of=A", "ticker.all_of"],
            ["ex_dividend_date.gte=2024-02-30", "ex_dividend_date.gte"],
            ["ex_dividend_date.any_of=2024-02-09", "ex_dividend_date.any_of"],
            ["frequency=4.5", "frequency"],
            ["distribution_type=extra", "distribution_type"],
            ["limit=5001", "limit"],
            ["limit=0", "limit"],
            ["sort=price.asc", "sort"],
            ["sort=ticker.up", "sort"],
            ["cursor=AAAA", "cursor"],
          ] as const) {
            const { json, status } = yield* raw(`${path}?${query}`)
            assert.strictEqual(status, 409, query)
            assert.isTrue((json["error"] as string).startsWith(`"${parameter}" must be `), String(json["error"]))
          }
          assert.strictEqual((yield* raw(`${path}?ticker=KO`, {})).status, 401)
          assert.strictEqual((yield* raw(`${path}/KO`)).status, 404)
          assert.strictEqual((yield* raw(`${path}?color=red&limits=1`)).status, 200)
        }),
      )
    })
  })
}

describe("dividends at another time", () => {
  layer(Tables)((it) => {
    it.effect("are those that are declared by the day in New York", () =>
      Effect.gen(function* () {
        const rows = yield* rowsOf(Dividends.table)
        const { declaration_date: day } = rows.find(({ ticker }) => ticker === "META")!
        const begin = startOfDay("America/New_York", dayNumber(day!))
        for (const [now, isDeclared] of [
          [begin - 1, (date: string) => date < day!],
          [begin, (date: string) => date <= day!],
          [0, () => false],
        ] as const) {
          const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed: 1 })
          const { json } = yield* ask(service, `${path}?limit=5000`)
          const declared = rows.filter((row) => isDeclared(row.declaration_date!))
          assert.sameDeepMembers(json["results"] as Array<unknown>, declared)
        }
      }),
    )
  })
})
