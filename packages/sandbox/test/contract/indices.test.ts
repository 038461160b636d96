import { Indices } from "@candela/indices/Indices"
import * as Calendar from "@candela/market/Calendar"
import { indices } from "@candela/sandbox/subjects/indices/profiles"
import * as Service from "@candela/sandbox/http/Service"
import { routes as ofIndices } from "@candela/sandbox/routes/indices"
import { routes as unified } from "@candela/sandbox/routes/snapshots"
import { sampled } from "@candela/support/seeded"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, Struct } from "effect"
import { ask, keys } from "../http/support.js"
import { connections, raw, serviceOf, stored, Tables } from "./support.js"

const at = (text: string) => Date.parse(`${text}-04:00`)
const minute = 60_000
const [before, today] = ["2025-06-27", "2025-06-30"] as const

describe("indices", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("bars are those of the tables, in the session alone, without a volume", () =>
      Effect.gen(function* () {
        const { bars } = yield* serviceOf(Indices)
        for (const { ticker: indicesTicker } of sampled(indices, 0)) {
          const range = { indicesTicker, multiplier: 1, timespan: "minute", from: before, to: today } as const
          const rows = Chunk.toReadonlyArray(yield* Stream.runCollect(bars.stream(range, { pageSize: 100 })))
          const own = yield* stored("minute_bars", indicesTicker, at(`${before}T00:00`), at(`${today}T23:59`))
          assert.deepStrictEqual(
            rows,
            own.map(({ c, h, l, o, t }) => ({ open: o, close: c, high: h, low: l, timestamp: t })),
          )
          for (const { timestamp } of rows) {
            const { close, open } = Calendar.session(timestamp < at(`${today}T00:00`) ? before : today)!
            assert.isTrue(timestamp >= open && timestamp < close)
          }
        }
        const { json } = yield* raw(`/v2/aggs/ticker/I:SPX/range/1/day/${before}/${before}`)
        const [row] = json["results"] as ReadonlyArray<object>
        assert.sameMembers(Object.keys(row!), ["o", "c", "h", "l", "t"])
        assert.notProperty(json, "adjusted")
      }),
    )

    it.scoped("the day of open-close and the previous day is that of bars", () =>
      Effect.gen(function* () {
        const { bars, openClose, previousDayBar } = yield* serviceOf(Indices)
        for (const { ticker: indicesTicker } of indices) {
          for (const date of [before, today, "2024-03-08"]) {
            const [bar] = (yield* bars({ indicesTicker, multiplier: 1, timespan: "day", from: date, to: date })).results
            const { status: _, ...day } = yield* openClose({ indicesTicker, date })
            assert.deepStrictEqual(day, { ...Struct.omit(bar!, "timestamp"), from: date, symbol: indicesTicker })
            if (date !== before) continue
            const [previous] = (yield* previousDayBar({ indicesTicker })).results
            assert.deepStrictEqual(previous, { ...bar!, ticker: indicesTicker })
          }
        }
        const holiday = yield* Effect.flip(openClose({ indicesTicker: "I:SPX", date: "2025-06-19" }))
        assert.strictEqual(holiday._tag, "NotFound")
      }),
    )

    for (const [instant, status] of sampled(
      [
        ["2025-06-30T12:00:30", "regular_trading"],
        ["2025-06-30T08:00", "early_trading"],
        ["2025-06-30T17:00", "late_trading"],
        ["2025-06-28T12:00", "closed"],
      ] as const,
      1,
    )) {
      it.effect(`snapshots are those of the unified snapshot (${status})`, () =>
        Effect.gen(function* () {
          const service = (routes: typeof unified) =>
            Service.make({ routes, keys, now: Effect.succeed(at(instant)), seed: 1 })
          const [own, all] = [yield* service(ofIndices), yield* service(unified)]
          const same = (asked: string, other: string) =>
            Effect.gen(function* () {
              const { json } = yield* ask(own, `/v3/snapshot/indices?${asked}`)
              assert.deepStrictEqual(json["results"], (yield* ask(all, `/v3/snapshot?${other}`)).json["results"])
              return json["results"] as ReadonlyArray<Readonly<Record<string, unknown>>>
            })
          const rows = yield* same("limit=250", "limit=250&type=indices")
          assert.lengthOf(rows, indices.length)
          for (const row of rows) {
            assert.strictEqual(row["market_status"], status)
            assert.isAtMost(Number(row["last_updated"]) / 1e6, at(instant) + minute)
          }
          const some = "ticker.any_of=I:NDX,I:NONE,I:SPX&order=desc"
          const [, unknown] = yield* same(some, some)
          assert.include(unknown, { ticker: "I:NONE", error: "NOT_FOUND" })
        }),
      )
    }
  })
})
