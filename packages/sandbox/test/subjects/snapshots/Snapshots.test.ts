import type { LastMinute } from "@candela/market/InstrumentState"
import { crypto, forex, type Market, stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import * as Bars from "@candela/sandbox/subjects/bars/Bars"
import * as Trades from "@candela/sandbox/subjects/bars/Trades"
import { round } from "@candela/sandbox/numbers/Rounding"
import * as CryptoSnapshots from "@candela/sandbox/subjects/snapshots/CryptoSnapshots"
import * as ForexSnapshots from "@candela/sandbox/subjects/snapshots/ForexSnapshots"
import type { SnapshotKey, Snapshots } from "@candela/sandbox/subjects/snapshots/Snapshots"
import * as StockSnapshots from "@candela/sandbox/subjects/snapshots/StockSnapshots"
import type * as Item from "@candela/sandbox/subjects/snapshots/Item"
import * as UnifiedSnapshot from "@candela/sandbox/subjects/snapshots/UnifiedSnapshot"
import { Store } from "@candela/sandbox/store/Store"
import * as Subscription from "@candela/sandbox/access/Subscription"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { stored, type Stored, Tables } from "../../contract/support.js"
import { runs, sampled } from "@candela/support/seeded"

const at = (text: string) => Date.parse(text)
const seenAt = (visible: number, plan: Subscription.Name = "business"): SnapshotKey => ({
  visible,
  subscription: Subscription.plans[plan],
})

/** What the snapshots of all markets hold. */
interface AnySnapshot {
  readonly ticker?: string
  readonly day?: Bar & { readonly vwap?: number }
  readonly min?: Partial<Bar> & { readonly vwap?: number; readonly transactions?: number; readonly timestamp?: number }
  readonly prevDay?: Bar & { readonly vwap: number }
  readonly todaysChange?: number
  readonly todaysChangePerc?: number
  readonly updated?: bigint
  readonly fmv?: number
  readonly lastTrade?: { readonly price: number; readonly timestamp: number | bigint }
  readonly lastQuote?: { readonly ask: number; readonly bid: number }
}

interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

interface Subject {
  readonly market: Market
  readonly snapshots: Snapshots<AnySnapshot>
  readonly tickers: ReadonlyArray<string>
}

/** The sandbox sends whole snapshots, whatever the service leaves out. */
const whole = (snapshots: unknown) => snapshots as Snapshots<AnySnapshot>

/** Lively and thin ones of each market; one stock has a split in March 2024, one trades over the counter. */
const subjects: Readonly<Record<string, Subject>> = {
  stocks: { market: stocks, snapshots: whole(StockSnapshots.all), tickers: ["AAPL", "FNMA", "ODFL"] },
  forex: { market: forex, snapshots: whole(ForexSnapshots.snapshots), tickers: ["C:EURUSD"] },
  crypto: { market: crypto, snapshots: whole(CryptoSnapshots.snapshots), tickers: ["X:SHIBUSD"] },
}

const newYork = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
})

/** Date and time of day in New York, as a clock there shows them. */
const clockAt = (instant: number) => newYork.format(instant).split(", ") as [date: string, time: string]

interface WireBar {
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw: number
  readonly n: number
  readonly t: number
}

/** The service's own bars of the last two weeks, the newest first, as seen at an instant. */
const barsOf = (ticker: string, market: Market, visible: number, timespan: "day" | "minute", limit: number) =>
  Effect.map(
    Bars.page({
      ticker,
      market,
      now: visible,
      multiplier: 1,
      timespan,
      from: visible - 14 * 86_400_000,
      to: visible,
      adjusted: true,
      sort: "desc",
      limit,
    }),
    ({ results }) => JSON.parse(results) as ReadonlyArray<WireBar>,
  )

const zero: WireBar = { o: 0, h: 0, l: 0, c: 0, v: 0, vw: 0, n: 0, t: 0 }
const nothing: { readonly day?: WireBar; readonly min?: WireBar } = {}

/**
 * What the service's bars say that the snapshot of a stock shows, by the rule: yesterday until 03:30, and then today.
 */
const expectedOfStock = (days: ReadonlyArray<WireBar>, minute: WireBar | undefined, visible: number) => {
  const [today, time] = clockAt(visible)
  const date = time < "03:30" ? clockAt(visible - 86_400_000)[0] : today
  const dateOfBar = ({ t }: WireBar) => dateOf("America/New_York", t)
  const day = days.find((bar) => dateOfBar(bar) === date)
  const min = minute !== undefined && dateOfBar(minute) === date ? minute : undefined
  return { day, min, prevDay: days.find((bar) => dateOfBar(bar) < date) }
}

/** The same of a pair: nothing until 04:00, and then the newest day with data from after midnight in New York. */
const expectedOfPair = (days: ReadonlyArray<WireBar>, minute: WireBar | undefined, visible: number) => {
  const [today, time] = clockAt(visible)
  const [last, before] = days
  const begun =
    (last !== undefined && dateOf("UTC", last.t) === dateOf("UTC", visible)) ||
    (minute !== undefined && clockAt(minute.t)[0] === today)
  if (!begun) return { ...nothing, prevDay: last }
  return { ...(time < "04:00" ? nothing : { day: last, min: minute }), prevDay: before }
}

const prices = ({ c, h, l, o, v }: WireBar) => ({ open: o, high: h, low: l, close: c, volume: v })

/** The day so far, as its stored minutes make it. */
const aggregated = (minutes: ReadonlyArray<Stored>): Bar => ({
  open: minutes[0]!.o,
  high: Math.max(...minutes.map(({ h }) => h)),
  low: Math.min(...minutes.map(({ l }) => l)),
  close: minutes.at(-1)!.c,
  volume: round(
    minutes.reduce((sum, { v }) => sum + v, 0),
    8,
  ),
})

/** Checks the snapshots of some instruments at an instant against the bars; gives how many of them show a day. */
const assertSnapshots = ({ market, snapshots, tickers }: Subject, visible: number) =>
  Effect.gen(function* () {
    const when = new Date(visible).toISOString()
    let shown = 0
    for (const { day, fmv, lastQuote, lastTrade, min, prevDay, ticker, updated, ...change } of yield* snapshots.several(
      tickers,
      seenAt(visible),
    )) {
      const label = `${ticker} at ${when}`
      const days = yield* barsOf(ticker!, market, visible, "day", 4)
      const [newest] = yield* barsOf(ticker!, market, visible, "minute", 1)
      const expected = (market === stocks ? expectedOfStock : expectedOfPair)(days, newest, visible)
      assert.deepInclude(day, prices(expected.day ?? zero), label)
      if (day!.vwap !== undefined) assert.strictEqual(day!.vwap, (expected.day ?? zero).vw, label)
      const { n, t, vw } = expected.min ?? zero
      assert.deepInclude(min, { ...prices(expected.min ?? zero), transactions: n, timestamp: t }, label)
      if (min!.vwap !== undefined) assert.strictEqual(min!.vwap, vw, label)
      assert.deepInclude(prevDay, { ...prices(expected.prevDay!), vwap: expected.prevDay!.vw }, label)
      const moved = expected.day === undefined ? 0 : day!.close - prevDay!.close
      assert.strictEqual(change.todaysChange, round(moved, market.decimals), label)
      assert.strictEqual(change.todaysChangePerc, round((moved / prevDay!.close) * 100, 4), label)
      if (market === stocks && expected.day === undefined) {
        // From the clearing until it trades again.
        assert.strictEqual(updated, 0n, label)
        assert.deepInclude(lastTrade, { price: 0, timestamp: 0n }, label)
        assert.deepInclude(lastQuote, { ask: 0, bid: 0 }, label)
        continue
      }
      const minuteEnd = BigInt(newest!.t + 60_000) * 1_000_000n
      assert.isTrue(updated! >= minuteEnd && updated! <= BigInt(visible) * 1_000_000n, label)
      if (market !== forex) {
        const traded = Number(BigInt(lastTrade!.timestamp) / (market === stocks ? 1_000_000n : 1n))
        assert.isTrue(traded >= newest!.t && traded < newest!.t + 60_000, label)
        assert.strictEqual(lastTrade!.price, newest!.c, label)
        assert.strictEqual(fmv, newest!.c, label)
        assert.strictEqual(updated, minuteEnd, label)
      }
      if (market === crypto) {
        const source = { ticker: ticker!, market, now: visible, date: dateOf("UTC", newest!.t) }
        const trades = yield* Trades.ofDay({ ...source, offset: newest!.t - 1, limit: 10_000 })
        assert.deepStrictEqual(lastTrade, trades!.at(-1), label)
      }
      if (market === stocks) {
        assert.isBelow(lastQuote!.bid, lastQuote!.ask, label)
        assert.include([lastQuote!.bid, lastQuote!.ask], lastTrade!.price, label)
      }
      if (expected.day === undefined) continue
      shown++
      if (market === stocks && dateOf(market.zone, visible) !== dateOf(market.zone, expected.day.t)) continue
      const minutes = yield* stored("minute_bars", ticker!, expected.day.t, visible - 60_000)
      // A pair's day that is over ends with its zone's day, before now.
      assert.deepInclude(day, aggregated(minutes.filter((bar) => bar.t < expected.day!.t + 86_400_000)), label)
    }
    return shown
  })

/** Instants at which something changes, with the markets that show a day. */
const instants: ReadonlyArray<readonly [instant: string, shown: ReadonlyArray<string>, what: string]> = [
  ["2025-06-26T12:00:00-04:00", ["stocks", "forex", "crypto"], "at noon"],
  ["2025-06-26T02:00:00-04:00", ["stocks"], "at 02:00, when pairs are cleared and stocks show yesterday"],
  ["2025-06-26T03:29:59.999-04:00", ["stocks"], "just before stocks are cleared"],
  ["2025-06-26T03:30:00-04:00", [], "when stocks are cleared, to the second"],
  ["2025-06-26T03:45:00-04:00", [], "at 03:45, when all are cleared"],
  ["2025-06-26T04:00:00-04:00", ["forex", "crypto"], "at 04:00, when pairs fill and stocks begin to trade"],
  ["2025-06-26T21:30:00-04:00", ["stocks", "forex", "crypto"], "in the evening, when the next UTC day has begun"],
  ["2025-06-27T23:59:59.999-04:00", ["stocks", "forex", "crypto"], "on Friday night, when forex has closed"],
  ["2025-06-28T02:00:00-04:00", ["stocks"], "on Saturday at 02:00"],
  ["2025-06-28T12:00:00-04:00", ["crypto"], "on a Saturday"],
  ["2025-06-29T12:00:00-04:00", ["crypto"], "on a Sunday before forex opens"],
  ["2025-06-29T19:00:00-04:00", ["forex", "crypto"], "on Sunday evening"],
  ["2024-03-08T12:00:00-05:00", ["stocks", "forex", "crypto"], "before daylight-saving time"],
  ["2024-03-10T00:30:00-05:00", [], "in the night in which daylight-saving time begins"],
  ["2024-03-10T03:59:59-04:00", [], "before 04:00 of that night, three hours after midnight"],
  ["2024-03-10T04:00:00-04:00", ["crypto"], "at 04:00 of that night"],
  ["2024-03-11T03:45:00-04:00", [], "on the Monday after it, before the split of that day has traded"],
  ["2024-03-11T12:00:00-04:00", ["stocks", "forex", "crypto"], "at noon of that Monday, on the day of a split"],
  ["2024-03-12T02:00:00-04:00", ["stocks"], "in the night after it"],
]

layer(Tables)("snapshots at any time equal the bars as seen then:", (it) => {
  for (const [instant, shown, what] of sampled(instants, 0)) {
    it.effect(what, () =>
      Effect.gen(function* () {
        for (const [name, subject] of Object.entries(subjects)) {
          const count = yield* assertSnapshots(subject, at(instant))
          assert.strictEqual(count > 0, shown.includes(name), `${name} at ${instant}`)
        }
      }),
    )
  }

  it.effect("at random instants", () =>
    Effect.gen(function* () {
      const random = FastCheck.sample(
        FastCheck.oneof(
          FastCheck.integer({ min: at("2024-02-29T00:00Z"), max: at("2024-03-16T00:00Z") }),
          FastCheck.integer({ min: at("2025-05-24T00:00Z"), max: at("2025-06-30T20:00Z") }),
        ),
        { seed: 18, numRuns: runs(12) },
      )
      for (const visible of random) {
        for (const subject of Object.values(subjects)) yield* assertSnapshots(subject, visible)
      }
    }),
  )

  it.effect("on a half day that has no minutes, and in the night after it", () =>
    Effect.gen(function* () {
      const { snapshots } = subjects["stocks"]!
      const [afternoon] = yield* snapshots.several(["AAPL"], seenAt(at("2024-07-03T14:00:00-04:00")))
      const [night] = yield* snapshots.several(["AAPL"], seenAt(at("2024-07-04T02:00:00-04:00")))
      const [before, halfDay] = yield* stored("day_bars", "AAPL", at("2024-07-02T04:00Z"), at("2024-07-03T04:00Z"))
      assert.deepInclude(afternoon!.prevDay, prices(before!))
      assert.deepInclude(afternoon, { todaysChange: 0, todaysChangePerc: 0, updated: 0n })
      assert.deepInclude(night!.prevDay, prices(before!))
      assert.deepInclude(night!.day, prices(halfDay!))
    }),
  )
})

describe("snapshots", () => {
  layer(Tables)((it) => {
    const times = ["2025-06-30T16:00:00-04:00", "2025-06-26T09:45:00-04:00"].map(at)

    /** The quote on a plan without quotes: pairs always have one. */
    const none: Readonly<Record<string, unknown>> = { forex: { ask: 0, bid: 0, timestamp: 0, exchange: 0 } }

    for (const [name, { snapshots, tickers }] of Object.entries(subjects)) {
      it.effect(`of one of ${name} are those among all, which come in the order of their tickers`, () =>
        Effect.gen(function* () {
          for (const visible of sampled(times, 0)) {
            const all = yield* snapshots.several(undefined, seenAt(visible))
            assert.isAtLeast(all.length, 25)
            const listed = all.map(({ ticker }) => ticker!)
            assert.deepStrictEqual(listed, [...listed].sort())
            for (const snapshot of all.filter((_, index) => index % 8 === 0)) {
              assert.deepStrictEqual(
                yield* snapshots.one(snapshot.ticker!, { ...seenAt(visible), endpoint: "x" }),
                snapshot,
              )
            }
            assert.deepStrictEqual(
              yield* snapshots.several([listed[7]!, "NONE", listed[2]!, listed[7]!], seenAt(visible)),
              [all[2]!, all[7]!],
            )
          }
        }),
      )

      it.effect(`of the movers of ${name} are the most moved among all, sorted`, () =>
        Effect.gen(function* () {
          for (const visible of sampled(times, 0)) {
            const all = yield* snapshots.several(undefined, seenAt(visible))
            for (const [direction, sign] of [
              ["gainers", 1],
              ["losers", -1],
            ] as const) {
              const movers = yield* snapshots.movers(direction, seenAt(visible))
              const movements = movers.map(({ todaysChangePerc }) => sign * todaysChangePerc!)
              const moved = all.map(({ todaysChangePerc }) => sign * todaysChangePerc!).filter((by) => by > 0)
              assert.deepStrictEqual(movements, moved.sort((one, other) => other - one).slice(0, 20))
              for (const mover of movers) assert.deepInclude(all, mover)
              assert.strictEqual(new Set(movers.map(({ ticker }) => ticker)).size, movers.length)
            }
          }
          for (const hour of sampled([5, 9, 15], 3)) {
            // The pairs' changes are those of the UTC day, whose first hours are New York's evening.
            const visible = at(`2025-06-30T${String(hour).padStart(2, "0")}:00:00-04:00`)
            for (const direction of ["gainers", "losers"] as const) {
              assert.lengthOf(yield* snapshots.movers(direction, seenAt(visible)), 20, `${direction} at ${hour}:00`)
            }
          }
          const cleared = yield* snapshots.movers("gainers", seenAt(at("2025-06-26T03:45:00-04:00")))
          assert.deepStrictEqual(cleared, [])
        }),
      )

      it.effect(`of ${name} show what a plan holds, as it stood when the plan sees it`, () =>
        Effect.gen(function* () {
          const now = times[0]!
          for (const plan of ["basic", "developer", "advanced", "business"] as const) {
            const { delay, fairMarketValue, quotes } = Subscription.plans[plan]
            const seen = yield* snapshots.several(tickers, seenAt(now - delay, plan))
            const whole = yield* snapshots.several(tickers, seenAt(now - delay))
            assert.lengthOf(seen, tickers.length)
            seen.forEach(({ fmv, lastQuote, updated, ...rest }, index) => {
              const { fmv: value, lastQuote: quote, updated: last, ...others } = whole[index]!
              assert.deepStrictEqual<unknown>(rest, others)
              assert.strictEqual(fmv, fairMarketValue ? value : undefined)
              assert.deepStrictEqual(lastQuote, quotes ? quote : none[name])
              assert.isTrue(updated! <= last!)
            })
          }
        }),
      )
    }

    it.effect("say the same as the unified ones", () =>
      Effect.gen(function* () {
        const { query } = yield* Store
        const instruments = yield* query<Item.Instrument>(
          "SELECT ticker, name, if(market = 'otc', 'stocks', market) AS kind, market = 'otc' AS otc FROM tickers WHERE active AND market IN ('stocks', 'otc', 'fx', 'crypto') ORDER BY ticker",
        )
        const keys = [
          ["2025-06-30T16:00:00-04:00", "business"],
          ["2025-06-28T12:00:00-04:00", "business"],
          ["2025-06-26T02:00:00-04:00", "starter"],
        ] as const
        for (const [instant, plan] of sampled(keys, 0)) {
          const visible = at(instant)
          const key = { ...seenAt(visible, plan), present: visible }
          const items = new Map(
            (yield* UnifiedSnapshot.items(instruments, key)).map((item) => [item.ticker, item] as const),
          )
          let compared = 0
          for (const { market, snapshots } of Object.values(subjects)) {
            for (const snapshot of yield* snapshots.several(undefined, key)) {
              const item = items.get(snapshot.ticker!)!
              if (item.type !== "stocks" && item.type !== "fx" && item.type !== "crypto") continue
              const { close, high, low, open, volume } = snapshot.day!
              const label = `${snapshot.ticker} at ${new Date(visible).toISOString()}`
              assert.deepInclude(
                item.session,
                {
                  ...{ close, high, low, open, volume },
                  previous_close: snapshot.prevDay!.close,
                  change: snapshot.todaysChange!,
                  change_percent: snapshot.todaysChangePerc!,
                },
                label,
              )
              if (item.last_minute === undefined) assert.strictEqual(snapshot.min!.volume, 0, label)
              else {
                const { decimal_volume: decimal, ...minute } = item.last_minute as Required<LastMinute>
                assert.deepInclude(snapshot.min, minute, label)
                assert.strictEqual(Number(decimal), minute.volume, label)
              }
              assert.strictEqual(item.fmv, snapshot.fmv, label)
              assert.strictEqual(Number(item.session!.decimal_volume), volume, label)
              // Where there is nothing new, as of a stock from the clearing until it trades again,
              // a snapshot has zeros.
              if (snapshot.updated === 0n) {
                compared++
                continue
              }
              assert.strictEqual(item.last_trade?.price, snapshot.lastTrade?.price, label)
              if (snapshot.lastTrade !== undefined) {
                const nanos = BigInt(snapshot.lastTrade.timestamp) * (market === crypto ? 1_000_000n : 1n)
                assert.strictEqual(item.last_trade!.sip_timestamp, nanos, label)
              }
              if (item.last_quote !== undefined || market === stocks) {
                assert.strictEqual(item.last_quote?.ask, snapshot.lastQuote?.ask, label)
                assert.strictEqual(item.last_quote?.bid, snapshot.lastQuote?.bid, label)
              }
              compared++
            }
          }
          assert.strictEqual(compared, instruments.length)
        }
      }),
    )
  })
})
