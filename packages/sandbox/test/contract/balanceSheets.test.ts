import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as BalanceSheets from "@candela/sandbox/generate/BalanceSheets"
import { all as routes } from "@candela/sandbox/Routes"
import * as Service from "@candela/sandbox/Service"
import type { BalanceSheet } from "@candela/stocks/BalanceSheets"
import type { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ask } from "../http/support.js"
import { assertFilters, assertOrders, assertPages, rowsOf } from "./list.js"
import { connections, keys, raw, stocksOf, Tables } from "./support.js"

const list = Effect.gen(function* () {
  const { balanceSheets } = yield* stocksOf("key")
  const rows = yield* rowsOf(BalanceSheets.table)
  return {
    method: balanceSheets,
    rows,
    key: ["cik", "timeframe", "period_end"],
    order: [["period_end", "asc"]],
    max: 50_000,
  } as const
})

const berkshire = "0001067983"
const smallest = ({ tickers }: BalanceSheet) => [...tickers!].sort()[0]!
const largest = ({ tickers }: BalanceSheet) => [...tickers!].sort().at(-1)!

/** One request for each operator, and the rows that it keeps. */
const filters: ReadonlyArray<readonly [Stocks.BalanceSheetsRequest, (row: BalanceSheet) => boolean]> = [
  [{ cik: berkshire }, ({ cik }) => cik === berkshire],
  [{ "cik.any_of": [berkshire, "0000320193"] }, ({ cik }) => cik === berkshire || cik === "0000320193"],
  [{ "cik.gt": berkshire }, ({ cik }) => cik! > berkshire],
  [{ "cik.gte": berkshire }, ({ cik }) => cik! >= berkshire],
  [{ "cik.lt": berkshire }, ({ cik }) => cik! < berkshire],
  [{ "cik.lte": berkshire }, ({ cik }) => cik! <= berkshire],
  [{ tickers: "BRK.B" }, ({ tickers }) => tickers!.includes("BRK.B")],
  [{ "tickers.any_of": ["KO", "BRK.A"] }, ({ tickers }) => tickers!.includes("KO") || tickers!.includes("BRK.A")],
  [{ "tickers.all_of": ["BRK.B", "BRK.A"] }, ({ cik }) => cik === berkshire],
  [{ period_end: "2024-06-30" }, (row) => row.period_end === "2024-06-30"],
  [{ "period_end.gt": "2024-06-30" }, (row) => row.period_end! > "2024-06-30"],
  [{ "period_end.gte": "2024-06-30" }, (row) => row.period_end! >= "2024-06-30"],
  [{ "period_end.lt": "2024-06-30" }, (row) => row.period_end! < "2024-06-30"],
  [{ "period_end.lte": "2024-06-30" }, (row) => row.period_end! <= "2024-06-30"],
  [
    { "filing_date.gt": "2024-08-01", "filing_date.lt": "2024-11-01" },
    ({ filing_date: day }) => day! > "2024-08-01" && day! < "2024-11-01",
  ],
  [
    { "filing_date.gte": "2024-08-01", "filing_date.lte": "2024-11-01" },
    ({ filing_date: day }) => day! >= "2024-08-01" && day! <= "2024-11-01",
  ],
  [{ fiscal_year: 2024 }, (row) => row.fiscal_year === 2024],
  [{ "fiscal_year.gt": 2024 }, (row) => row.fiscal_year! > 2024],
  [{ "fiscal_year.gte": 2023.5 }, (row) => row.fiscal_year! >= 2024],
  [{ "fiscal_year.lt": 2024 }, (row) => row.fiscal_year! < 2024],
  [{ "fiscal_year.lte": 2024 }, (row) => row.fiscal_year! <= 2024],
  [{ fiscal_quarter: 4 }, (row) => row.fiscal_quarter === 4],
  [{ "fiscal_quarter.gt": 2 }, (row) => row.fiscal_quarter! > 2],
  [{ "fiscal_quarter.gte": 2 }, (row) => row.fiscal_quarter! >= 2],
  [{ "fiscal_quarter.lt": 2 }, (row) => row.fiscal_quarter! < 2],
  [{ "fiscal_quarter.lte": 2 }, (row) => row.fiscal_quarter! <= 2],
  [{ timeframe: "annual" }, ({ timeframe }) => timeframe === "annual"],
  [{ "timeframe.any_of": ["quarterly"] }, ({ timeframe }) => timeframe === "quarterly"],
  [{ "timeframe.gt": "annual" }, ({ timeframe }) => timeframe === "quarterly"],
  [{ "timeframe.lt": "quarterly" }, ({ timeframe }) => timeframe === "annual"],
  [{ "timeframe.gte": "quarterly" }, ({ timeframe }) => timeframe === "quarterly"],
  [{ "timeframe.lte": "annual" }, ({ timeframe }) => timeframe === "annual"],
  [{ min_ticker: "BRK.A" }, (row) => smallest(row) === "BRK.A"],
  [{ "min_ticker.any_of": ["BRK.A", "BRK.B", "KO"] }, (row) => ["BRK.A", "KO"].includes(smallest(row))],
  [{ "min_ticker.gt": "BRK.A" }, (row) => smallest(row) > "BRK.A"],
  [{ "min_ticker.gte": "BRK.B" }, (row) => smallest(row) >= "BRK.B"],
  [{ "min_ticker.lt": "BRK.B" }, (row) => smallest(row) < "BRK.B"],
  [{ "min_ticker.lte": "BRK.A" }, (row) => smallest(row) <= "BRK.A"],
  [{ max_ticker: "BRK.B" }, (row) => largest(row) === "BRK.B"],
  [{ "max_ticker.any_of": ["BRK.A", "BRK.B", "KO"] }, (row) => ["BRK.B", "KO"].includes(largest(row))],
  [{ "max_ticker.gt": "BRK.A" }, (row) => largest(row) > "BRK.A"],
  [{ "max_ticker.gte": "BRK.B" }, (row) => largest(row) >= "BRK.B"],
  [{ "max_ticker.lt": "BRK.B" }, (row) => largest(row) < "BRK.B"],
  [{ "max_ticker.lte": "BRK.B" }, (row) => largest(row) <= "BRK.B"],
  [
    { "tickers.any_of": ["KO", "PEP"], timeframe: "quarterly", "period_end.gte": "2024-01-01", fiscal_quarter: 1 },
    ({ fiscal_quarter, period_end, tickers, timeframe }) =>
      ["KO", "PEP"].includes(tickers![0]!) &&
      timeframe === "quarterly" &&
      period_end! >= "2024-01-01" &&
      fiscal_quarter === 1,
  ],
]

const path = "/stocks/financials/v1/balance-sheets"

for (const [name, connection] of Object.entries(connections)) {
  describe(`balance sheets ${name}`, () => {
    layer(Layer.merge(connection, Tables), { excludeTestServices: true })((it) => {
      it.scoped("are those of the table that a filter keeps", () =>
        Effect.flatMap(list, (list) => assertFilters(list, filters)),
      )

      it.scoped("come in the order that is asked for: by any line, absent ones last", () =>
        Effect.flatMap(list, (list) =>
          assertOrders(list, [
            [{}, [["period_end", "asc"]]],
            [{ sort: "period_end.desc" }, [["period_end", "desc"]]],
            [{ sort: "total_assets.desc" }, [["total_assets", "desc"]]],
            [{ sort: "treasury_stock" }, [["treasury_stock", "asc"]]],
            [
              { sort: "inventories.desc,cik.asc" as "inventories.desc" },
              [
                ["inventories", "desc"],
                ["cik", "asc"],
              ],
            ],
          ]),
        ),
      )

      it.scoped("are the same in pages of any size, and as a stream", () =>
        Effect.gen(function* () {
          const sheets = yield* list
          yield* assertPages(sheets, { tickers: "KO" }, [1, 5, 10, 11])
          yield* assertPages(sheets, {}, [100])
          for (const sort of ["treasury_stock.asc", "treasury_stock.desc"] as const) {
            yield* assertPages(sheets, { timeframe: "annual", sort }, [7])
          }
          assert.lengthOf((yield* sheets.method({})).results, 100)
        }),
      )

      it.scoped("are none of a fund, of an unknown company, and of tickers of two companies", () =>
        Effect.gen(function* () {
          const { balanceSheets } = yield* stocksOf("key")
          for (const request of [
            { tickers: "SPY" },
            { cik: "0000000001" },
            { tickers: "brk.a" },
            { "tickers.all_of": ["KO", "PEP"] },
            { tickers: "KO", "tickers.all_of": ["BRK.A"] },
          ]) {
            const { request_id, ...page } = yield* balanceSheets(request)
            assert.match(request_id!, /^[0-9a-f]{32}$/)
            assert.deepStrictEqual(page, { status: "OK", results: [] })
          }
        }),
      )

      it.scoped("are refused by the service where the client would not have asked", () =>
        Effect.gen(function* () {
          for (const [query, parameter] of [
            ["cik=320193", "cik"],
            ["tickers.gt=A", "tickers.gt"],
            ["tickers.any_of=", "tickers.any_of"],
            ["period_end=2024", "period_end"],
            ["filing_date.any_of=2024-05-01", "filing_date.any_of"],
            ["fiscal_year=MMXXIV", "fiscal_year"],
            ["fiscal_quarter.any_of=1,2", "fiscal_quarter.any_of"],
            ["timeframe=trailing_twelve_months", "timeframe"],
            ["min_ticker.all_of=A", "min_ticker.all_of"],
            ["limit=50001", "limit"],
            ["sort=tickers.asc", "sort"],
            ["sort=min_ticker.asc", "sort"],
          ] as const) {
            const { json, status } = yield* raw(`${path}?${query}`)
            assert.strictEqual(status, 409, query)
            assert.isTrue((json["error"] as string).startsWith(`"${parameter}" must be `), String(json["error"]))
          }
          assert.strictEqual((yield* raw(`${path}?tickers=KO`, {})).status, 401)
          assert.strictEqual((yield* raw(`${path}/KO`)).status, 404)
        }),
      )
    })
  })
}

describe("balance sheets at another time", () => {
  layer(Tables)((it) => {
    it.effect("are those that are filed by the day in New York", () =>
      Effect.gen(function* () {
        const rows = yield* rowsOf(BalanceSheets.table)
        const day = rows.find(({ cik, fiscal_year }) => cik === berkshire && fiscal_year === 2024)!.filing_date!
        const begin = startOfDay("America/New_York", dayNumber(day))
        for (const [now, isFiled] of [
          [begin - 1, (date: string) => date < day],
          [begin, (date: string) => date <= day],
        ] as const) {
          const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed: 1 })
          const { json } = yield* ask(service, `${path}?limit=50000`)
          const filed = rows.filter((row) => isFiled(row.filing_date!))
          assert.sameDeepMembers(json["results"] as Array<unknown>, filed)
        }
      }),
    )
  })
})
