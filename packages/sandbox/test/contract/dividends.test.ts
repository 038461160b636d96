import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as Dividends from "@candela/sandbox/subjects/dividends/Dividends"
import { all as routes } from "@candela/sandbox/routes/Routes"
import * as Service from "@candela/sandbox/http/Service"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ask } from "../http/support.js"
import { rowsOf } from "./support.js"
import { connections, keys, stocksOf, Tables } from "./support.js"

const path = "/stocks/v1/dividends"

describe("dividends", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("are the same for every plan", () =>
      Effect.gen(function* () {
        const { request_id: _, ...all } = yield* (yield* stocksOf("key")).dividends({ ticker: "KO" })
        for (const key of Object.keys(keys)) {
          const { request_id: _, ...page } = yield* (yield* stocksOf(key)).dividends({ ticker: "KO" })
          assert.deepStrictEqual(page, all)
        }
      }),
    )
  })
})

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
