import * as Resolution from "@candela/futures/Resolution"
import * as Bars from "@candela/sandbox/subjects/futures/Bars"
import { products } from "@candela/sandbox/subjects/futures/products"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tables } from "../../contract/support.js"

const page = (resolution: string, visible: string, request: Partial<Bars.FuturesPageRequest> = {}) =>
  Bars.page({
    ticker: "CLJ4",
    resolution: Resolution.parse(resolution)!,
    sort: [{ column: "window_start", direction: "desc" }],
    limit: 10,
    visible: Date.parse(visible),
    ...request,
  })

const nanos = (text: string) => BigInt(Date.parse(text)) * 1_000_000n

layer(Tables, { excludeTestServices: true })("futures bars as seen from an instant", (it) => {
  it.effect(
    "have the trades of a session that is open in the month of its trading date, also before that month begins",
    () =>
      Effect.gen(function* () {
        const evening = "2024-02-29T20:00:00-06:00"
        const [session] = (yield* page("1session", evening)).bars
        assert.deepInclude(session, {
          session_end_date: "2024-03-01",
          window_start: nanos("2024-02-29T17:00:00-06:00"),
        })
        const [march, february] = (yield* page("1month", evening)).bars
        assert.notProperty(session, "settlement_price")
        // That of the last session that has settled.
        const { settlement_price } = february!
        assert.deepStrictEqual(march, {
          ...{ ...session!, settlement_price: settlement_price! },
          window_start: nanos("2024-03-01T00:00:00-06:00"),
        })
        assert.strictEqual(february!.session_end_date, "2024-02-29")
        assert.property(february, "settlement_price")
      }),
  )

  it.effect(
    "settle when the session has closed, and not before: longer ones have the price of the last session that has",
    () =>
      Effect.gen(function* () {
        const [before] = (yield* page("1session", "2024-03-05T16:00:00-06:00")).bars
        assert.property(before, "settlement_price")
        for (const [visible, settled] of [
          ["2024-03-06T15:59:59.999-06:00", false],
          ["2024-03-06T16:00:00-06:00", true],
          ["2024-03-06T16:59:59-06:00", true],
        ] as const) {
          const [session] = (yield* page("1session", visible)).bars
          const [week] = (yield* page("1week", visible)).bars
          for (const bar of [session!, week!]) assert.strictEqual(bar.session_end_date, "2024-03-06")
          assert.strictEqual("settlement_price" in session!, settled)
          const last = settled ? session! : before!
          for (const resolution of ["1week", "1month", "1quarter", "1year"]) {
            const [bar] = (yield* page(resolution, visible)).bars
            assert.strictEqual(bar!.settlement_price, last.settlement_price, `${resolution} at ${visible}`)
          }
        }
      }),
  )

  it.effect("hold no minute and no second that is not over", () =>
    Effect.gen(function* () {
      const [last] = (yield* page("1min", "2024-03-06T12:00:00-06:00")).bars
      const end = (millis: number) => new Date(Number(last!.window_start / 1_000_000n) + 60_000 + millis).toISOString()
      for (const resolution of ["1min", "1sec"]) {
        const seen = (yield* page(resolution, end(0))).bars
        assert.isAtLeast(Number(seen[0]!.window_start), Number(last!.window_start))
        const before = (yield* page(resolution, end(-1))).bars
        assert.isBelow(Number(before[0]!.window_start), Number(last!.window_start))
      }
    }),
  )

  it.effect(
    "may hold the end of one session and the beginning of the next, and have the trading date of that one",
    () =>
      Effect.gen(function* () {
        const window = { window_start: nanos("2024-03-06T16:30:00-06:00") }
        const [bar] = (yield* page("3hour", "2024-03-07T12:00:00-06:00", window)).bars
        const hours = yield* page("1hour", "2024-03-07T12:00:00-06:00", {
          "window_start.gte": nanos("2024-03-06T15:00:00-06:00"),
          "window_start.lt": nanos("2024-03-06T18:00:00-06:00"),
        })
        assert.deepStrictEqual(
          hours.bars.map(({ session_end_date }) => session_end_date),
          ["2024-03-07", "2024-03-06"],
        )
        assert.deepInclude(bar, {
          window_start: nanos("2024-03-06T15:00:00-06:00"),
          session_end_date: "2024-03-07",
          open: hours.bars[1]!.open,
          close: hours.bars[0]!.close,
          volume: hours.bars[0]!.volume + hours.bars[1]!.volume,
        })
        assert.notProperty(bar, "settlement_price")
      }),
  )

  it.effect("have prices that are whole ticks of the contract, also of seconds", () =>
    Effect.gen(function* () {
      for (const { product_code, ticks } of products) {
        const store = yield* Store
        const [{ ticker }] = (yield* store.query<{ readonly ticker: string }>(
          "SELECT ticker FROM futures_minute_bars WHERE starts_with(ticker, $1) ORDER BY t DESC, n DESC LIMIT 1",
          [product_code],
        )) as [{ readonly ticker: string }]
        const { bars } = yield* page("1sec", "2025-06-30T15:00:00-05:00", { ticker, limit: 1000 })
        assert.lengthOf(bars, 1000, ticker)
        const wrong = bars.filter(({ close, high, low, open }) =>
          [open, high, low, close].some((price) => Math.round(price * ticks) / ticks !== price),
        )
        assert.deepStrictEqual(wrong, [], ticker)
      }
    }),
  )
})
