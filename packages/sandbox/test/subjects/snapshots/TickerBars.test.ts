import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import * as TickerBars from "@candela/sandbox/subjects/snapshots/TickerBars"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { write } from "../bars/tables.js"

const at = (text: string) => Date.parse(text)
const bar = (t: string, c: number): BaseBar => ({ t: at(t), o: c, h: c, l: c, c, v: 100, vw: c, n: 1 })

/** Stocks of which every third traded on the day before alone, and the last one never. */
const tickers = Array.from({ length: 12 }, (_, index) => `T${String(index).padStart(2, "0")}`)
const stored = tickers.slice(0, -1).map((ticker, index) => ({
  ticker,
  days: [bar("2025-06-24T00:00:00-04:00", index), bar("2025-06-25T00:00:00-04:00", index + 1)],
  minutes: [
    bar("2025-06-25T15:59:00-04:00", index + 2),
    ...(index % 3 === 0
      ? []
      : [bar("2025-06-26T10:00:00-04:00", index + 3), bar("2025-06-26T10:01:00-04:00", index + 4)]),
  ],
}))

const read = (tickers: ReadonlyArray<string>) =>
  Effect.map(
    TickerBars.read({
      tickers,
      from: at("2025-06-26T00:00:00-04:00"),
      today: at("2025-06-26T00:00:00-04:00"),
      visible: at("2025-06-26T12:00:00-04:00"),
    }),
    (of) => tickers.map(of),
  )

describe("bars of tickers", () => {
  it.scoped("are the same for each alone, for a few, and for many", () =>
    Effect.gen(function* () {
      yield* write(stored)
      const many = yield* read(tickers)
      assert.deepStrictEqual((yield* Effect.forEach(tickers, (ticker) => read([ticker]))).flat(), many)
      assert.deepStrictEqual([...(yield* read(tickers.slice(0, 5))), ...(yield* read(tickers.slice(5)))], many)
      assert.deepStrictEqual(
        many.map(({ days, minutes, newest }) => [minutes.length, newest?.c, days.map(({ c }) => c)]),
        tickers.map((_, index) =>
          index === 11
            ? [0, undefined, []]
            : index % 3 === 0
              ? [0, index + 2, [index + 1, index]]
              : [2, index + 4, [index + 1, index]],
        ),
      )
    }).pipe(Effect.provide(Store.layer({}))),
  )
})
