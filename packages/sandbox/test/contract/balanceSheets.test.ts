import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import { all as routes } from "@candela/sandbox/routes/Routes"
import * as Service from "@candela/sandbox/http/Service"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ask } from "../http/support.js"
import { rowsOf } from "./support.js"
import { connections, keys, stocksOf, Tables } from "./support.js"

const berkshire = "0001067983"

const path = "/stocks/financials/v1/balance-sheets"

describe("balance sheets", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
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
          assert.deepStrictEqual(page, { status: "OK", count: 0, results: [] })
        }
      }),
    )
  })
})

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
