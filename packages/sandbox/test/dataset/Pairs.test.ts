import { dateOf, dateOfDay, dayNumber } from "@candela/market/TimeZone"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { isForexOpen, tradingDay } from "@candela/sandbox/subjects/pairs/hours"
import { make } from "@candela/sandbox/subjects/pairs/prices"
import { cryptoPairs, firstTickers, forexPairs, type Pair } from "@candela/sandbox/subjects/pairs/profiles"
import * as random from "@candela/sandbox/numbers/random"
import { average, round } from "@candela/sandbox/numbers/Rounding"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { stored, Tables } from "../contract/support.js"
import { sampled } from "@candela/support/seeded"

const minute = 60_000
const pairs = [...forexPairs, ...cryptoPairs]
const priceAt = make((key, index) => random.make(Dataset.defaultSeed, key, index))

/** The dates on which a market trades, up to the day of now. */
const datesOf = (market: Pair["market"], from: string, to = "2025-06-30") =>
  Array.range(dayNumber(from), dayNumber(to))
    .filter((day) => tradingDay(market, day) !== undefined)
    .map(dateOfDay)

/** The first pairs of a market have weeks of minutes, the others those of the last two days. */
const datesWithMinutes = (market: Pair["market"], ticker: string) =>
  firstTickers[market].includes(ticker)
    ? [...datesOf(market, "2024-02-26", "2024-03-15"), ...datesOf(market, "2025-01-01").slice(-40)]
    : datesOf(market, "2025-01-01").slice(-2)

const minutesOfWeek = (ticker: string) =>
  stored("minute_bars", ticker, Date.parse("2025-06-22"), Date.parse("2025-06-29") - 1)

const all = (table: "day_bars" | "minute_bars", ticker: string) => stored(table, ticker, 0, Dataset.defaultNow)

/** Pairs of each kind, lively and thin, of few decimals and many. */
const some = ["C:EURUSD", "C:EURJPY", "C:USDCNH", "X:BTCUSD", "X:SHIBUSD", "X:ETHBTC"].map((ticker) =>
  pairs.find((pair) => pair.ticker === ticker)!,
)

const toTicks = (price: number, { decimals }: Pair) => Math.round(price * 10 ** decimals) / 10 ** decimals

layer(Tables)("the bars of pairs in small", (it) => {
  it.effect("are of each day of trading since 2023-07-03: crypto never rests, forex on Saturdays", () =>
    Effect.gen(function* () {
      for (const pair of sampled(pairs, 0)) {
        const days = yield* all("day_bars", pair.ticker)
        assert.deepStrictEqual(
          days.map(({ t }) => dateOf("UTC", t)),
          datesOf(pair.market, "2023-07-03"),
          pair.ticker,
        )
        assert.isTrue(days.every(({ t }) => t % (1440 * minute) === 0))
      }
    }),
  )

  it.effect(
    "have minutes of 2024-02-26 to 2024-03-15 and of the last 40 days of trading, or of the last two days alone, at most 500,000",
    () =>
      Effect.gen(function* () {
        const store = yield* Store
        const found = yield* store.query<{
          readonly ticker: string
          readonly rows: number
          readonly hours: ReadonlyArray<number>
        }>(
          `SELECT ticker, count(*)::INTEGER AS rows, list(DISTINCT t // 3600000)::INTEGER[] AS hours
         FROM minute_bars WHERE (ticker LIKE 'C:%' OR ticker LIKE 'X:%') GROUP BY ticker ORDER BY ticker`,
        )
        assert.deepStrictEqual(
          found.map(({ ticker }) => ticker),
          pairs.map(({ ticker }) => ticker).sort(),
        )
        const rows = found.reduce((sum, { rows }) => sum + rows, 0)
        assert.isAbove(rows, 400_000)
        assert.isBelow(rows, 500_000)
        for (const { hours, ticker } of found) {
          const market = ticker.startsWith("C:") ? "forex" : "crypto"
          const dates = new Set(hours.map((hour) => dateOfDay(Math.floor(hour / 24))).sort())
          assert.deepStrictEqual([...dates], datesWithMinutes(market, ticker), ticker)
          if (market === "forex")
            assert.isTrue(
              hours.every((hour) => isForexOpen(hour * 60 * minute)),
              ticker,
            )
        }
        const [wrong] = yield* store.query(
          "SELECT count(*)::INTEGER AS rows FROM minute_bars WHERE (ticker LIKE 'C:%' OR ticker LIKE 'X:%') AND (t % 60000 <> 0 OR t + 60000 > $1)",
          [BigInt(Dataset.defaultNow)],
        )
        assert.deepStrictEqual(wrong, { rows: 0 })
      }),
  )

  it.effect("are of most minutes where a pair is liquid, and a few an hour elsewhere", () =>
    Effect.gen(function* () {
      const perHour = (ticker: string) => Effect.map(minutesOfWeek(ticker), ({ length }) => length / 120)
      for (const ticker of ["C:EURUSD", "C:USDJPY", "X:BTCUSD", "X:ETHUSD"]) assert.isAbove(yield* perHour(ticker), 50)
      for (const ticker of ["C:USDCNH", "C:AUDNZD", "X:SHIBUSD", "X:ETHBTC"]) {
        assert.isAbove(yield* perHour(ticker), 1)
        assert.isBelow(yield* perHour(ticker), 5)
      }
    }),
  )

  it.effect("hold together: prices in the pair's decimals, an average between them, and trades enough for them", () =>
    Effect.gen(function* () {
      const store = yield* Store
      // A trade for each price, and two where a bar opens and closes at the same one of several.
      const leastTrades = `CASE WHEN h = l THEN 1
        ELSE 2 + (h NOT IN (o, c))::INTEGER + (l NOT IN (o, c))::INTEGER END`
      for (const { decimals, market, ticker } of sampled(pairs, 0)) {
        const rounded = ["o", "h", "l", "c"].map((price) => `${price} = round(${price}, ${decimals})`).join(" AND ")
        const whole = `${rounded} AND h >= greatest(o, c) AND l <= least(o, c) AND l > 0 AND vw BETWEEN l AND h
          AND vw = round(vw, 8) AND n >= ${leastTrades} AND v > 0 AND v = round(v, 8) AND ${market === "crypto" || "v = n"}`
        const [wrong] = yield* store.query(
          `SELECT (SELECT count(*)::INTEGER FROM minute_bars WHERE ticker = $1 AND NOT coalesce(${whole}, false)) AS minutes,
             (SELECT count(*)::INTEGER FROM day_bars WHERE ticker = $1 AND NOT coalesce(${whole}, false)) AS days`,
          [ticker],
        )
        assert.deepStrictEqual(wrong, { minutes: 0, days: 0 }, ticker)
      }
    }),
  )

  it.effect("of a day are the aggregation of its minutes, to the last bit", () =>
    Effect.gen(function* () {
      for (const { ticker } of some) {
        const days = new Map((yield* all("day_bars", ticker)).map((day) => [dateOf("UTC", day.t), day]))
        const byDate = Array.groupBy(yield* minutesOfWeek(ticker), ({ t }) => dateOf("UTC", t))
        for (const [date, minutes] of Object.entries(byDate)) {
          const [h, l] = [Math.max(...minutes.map(({ h }) => h)), Math.min(...minutes.map(({ l }) => l))]
          const v = minutes.reduce((sum, bar) => sum + bar.v, 0)
          const value = minutes.reduce((sum, bar) => sum + bar.v * bar.vw, 0)
          assert.deepStrictEqual(days.get(date), {
            ticker,
            t: Date.parse(date),
            o: minutes[0]!.o,
            h,
            l,
            c: minutes.at(-1)!.c,
            v: round(v, 8),
            vw: average(value / v, l, h, 8),
            n: minutes.reduce((sum, { n }) => sum + n, 0),
          })
        }
      }
    }),
  )

  it.effect("close at the mid price of their end, so that cross rates agree at each day's close", () =>
    Effect.gen(function* () {
      for (const pair of sampled(pairs, 0)) {
        const closes = (yield* all("day_bars", pair.ticker)).slice(0, -1).map(({ c, t }) => ({ t, c }))
        assert.deepStrictEqual(
          closes,
          closes.map(({ t }) => {
            const { to } = tradingDay(pair.market, t / (1440 * minute))!
            return { t, c: toTicks(priceAt(pair, to), pair) }
          }),
          pair.ticker,
        )
      }
      for (const pair of some) {
        const minutes = yield* minutesOfWeek(pair.ticker)
        assert.isTrue(
          minutes.every(({ c, t }) => c === toTicks(priceAt(pair, t + minute), pair)),
          pair.ticker,
        )
        assert.isTrue(
          minutes.every(({ n, o, t }) => n === 1 || o === toTicks(priceAt(pair, t), pair)),
          pair.ticker,
        )
      }
      const store = yield* Store
      const cross = (one: string, sign: "*" | "/", other: string, result: string) =>
        store.query<{ readonly date: string; readonly off: number }>(
          `SELECT date, one.c ${sign} other.c / result.c - 1 AS off
           FROM day_bars one JOIN day_bars other USING (date) JOIN day_bars result USING (date)
           WHERE one.ticker = $1 AND other.ticker = $2 AND result.ticker = $3 AND date < '2025-06-30'`,
          [one, other, result],
        )
      for (const [rows, most] of [
        [yield* cross("C:EURUSD", "*", "C:USDJPY", "C:EURJPY"), 2e-5],
        [yield* cross("C:EURUSD", "/", "C:GBPUSD", "C:EURGBP"), 3e-5],
        [yield* cross("X:ETHUSD", "/", "X:BTCUSD", "X:ETHBTC"), 3e-5],
      ] as const) {
        assert.isAbove(rows.length, 600)
        assert.deepStrictEqual(
          rows.filter(({ off }) => Math.abs(off) > most),
          [],
        )
      }
    }),
  )

  it.effect("move in a day as their profile says", () =>
    Effect.gen(function* () {
      for (const market of [forexPairs, cryptoPairs]) {
        let sum = 0
        for (const pair of market) {
          const days = yield* all("day_bars", pair.ticker)
          const returns = days.slice(1).map((day, index) => Math.log(day.c / days[index]!.c) / pair.volatility)
          sum += returns.reduce((squares, move) => squares + move ** 2, 0) / returns.length
        }
        assert.closeTo(Math.sqrt(sum / market.length), 1, 0.1)
      }
    }),
  )
})
