import * as Database from "@candela/history/Database"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

/** Rows of a query of a database with some made-up prices of two groups, of one row a day. */
const ask = (sql: string) =>
  Effect.gen(function* () {
    const connection = yield* Database.connect(yield* Database.open())
    const values = prices.map(({ day, group, price }) => `(${day}, '${group}', ${price})`).join(", ")
    const create = `CREATE TABLE prices AS SELECT day, "group", price::DOUBLE AS price FROM (VALUES ${values}) AS p(day, "group", price)`
    yield* Database.work(connection, create, () => connection.run(create))
    yield* Database.check(connection, sql)
    const rows = yield* Database.work(connection, sql, () => connection.runAndReadAll(sql))
    return rows.getRowsJson() as ReadonlyArray<ReadonlyArray<number | null>>
  }).pipe(Effect.scoped)

const prices = Array.from({ length: 120 }, (_, index) => ({
  day: Math.floor(index / 2),
  group: index % 2 === 0 ? "one" : "other",
  price: Number((100 + 9 * Math.sin(index * index)).toFixed(2)),
}))

const one = prices.filter(({ group }) => group === "one").map(({ price }) => price)

const assertClose = (
  actual: ReadonlyArray<number | null>,
  expected: ReadonlyArray<number | null>,
  relative = 1e-12,
) => {
  assert.lengthOf(actual, expected.length)
  expected.forEach((value, index) => {
    if (value === null) assert.isNull(actual[index])
    else assert.closeTo(actual[index]!, value, relative * Math.max(1, Math.abs(value)))
  })
}

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

describe("functions of a database", () => {
  it.effect("compute what plain arithmetic does, row by row and group by group", () =>
    Effect.gen(function* () {
      const of = (call: string) =>
        `${call}(price, day, ${["sma", "ema"].includes(call) ? "5, " : ""}group_by := "group")`
      const calls = ["simple_return", "log_return", "cumulative_return", "drawdown", "sma", "ema"].map(of).join(", ")
      const rows = yield* ask(
        `SELECT * EXCLUDE g FROM (SELECT "group" AS g, day, ${calls} FROM prices) WHERE g = 'one' ORDER BY day`,
      )
      const column = (index: number) => rows.map((row) => row[index + 1]!)
      assertClose(
        column(0),
        one.map((price, day) => (day === 0 ? null : price / one[day - 1]! - 1)),
      )
      assertClose(
        column(1),
        one.map((price, day) => (day === 0 ? null : Math.log(price / one[day - 1]!))),
      )
      assertClose(
        column(2),
        one.map((price) => price / one[0]! - 1),
      )
      const falls = one.map((price, day) => price / Math.max(...one.slice(0, day + 1)) - 1)
      assertClose(column(3), falls)
      assertClose(
        column(4),
        one.map((_, day) => (day < 4 ? null : mean(one.slice(day - 4, day + 1)))),
      )
      let before = one[0]!
      assertClose(
        column(5),
        one.map((price) => (before += ((price - before) * 2) / 6)),
      )
      const [[total, fall] = []] = yield* ask(
        `SELECT total_return(price, day), max_drawdown(price, day) FROM prices WHERE "group" = 'one'`,
      )
      assertClose([total!, fall!], [one.at(-1)! / one[0]! - 1, Math.min(...falls)])
    }),
  )

  it.effect("compute volatility and ratios of returns", () =>
    Effect.gen(function* () {
      const returns = one.slice(1).map((price, day) => price / one[day]! - 1)
      const [row = []] = yield* ask(
        `SELECT annual_volatility(r), sharpe_ratio(r, rate := 0.05), sortino_ratio(r, rate := 0.05, periods := 52) FROM (SELECT simple_return(price, day) AS r FROM prices WHERE "group" = 'one')`,
      )
      const deviation = Math.sqrt(
        returns.reduce((sum, value) => sum + (value - mean(returns)) ** 2, 0) / (returns.length - 1),
      )
      const below = Math.sqrt(mean(returns.map((value) => Math.min(value - 0.05 / 52, 0) ** 2)))
      assertClose(row, [
        deviation * Math.sqrt(252),
        ((mean(returns) - 0.05 / 252) / deviation) * Math.sqrt(252),
        ((mean(returns) - 0.05 / 52) / below) * Math.sqrt(52),
      ])
    }),
  )

  it.effect("price options as Black and Scholes do", () =>
    Effect.gen(function* () {
      const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
      /** The distribution by Simpson's rule. */
      const cdf = (x: number) => {
        const steps = 6000
        const at = (step: number) =>
          density(-12 + ((x + 12) * step) / steps) * (step % steps === 0 ? 1 : step % 2 === 0 ? 2 : 4)
        return (
          (Array.from({ length: steps + 1 }, (_, step) => at(step)).reduce((sum, value) => sum + value, 0) * (x + 12)) /
          steps /
          3
        )
      }
      const points = [-9, -7.1, -3, -1, 0, 0.5, 2, 6, 8]
      const [distribution = []] = yield* ask(`SELECT ${points.map((x) => `normal_cdf(${x}::DOUBLE)`).join(", ")}`)
      assertClose(distribution, points.map(cdf), 1e-12)

      type Values = readonly [
        spot: number,
        strike: number,
        years: number,
        rate: number,
        volatility: number,
        dividends: number,
      ]
      const cases: ReadonlyArray<readonly [kind: "call" | "put", ...Values]> = [
        ["call", 100, 110, 0.5, 0.03, 0.25, 0.01],
        ["put", 100, 110, 0.5, 0.03, 0.25, 0.01],
        ["put", 50, 20, 2, 0.05, 0.6, 0],
      ]
      for (const [kind, ...values] of cases) {
        const sign = kind === "call" ? 1 : -1
        const price = (...[spot, strike, years, rate, volatility, dividends]: Values) => {
          const spread = volatility * Math.sqrt(years)
          const d1 = (Math.log(spot / strike) + (rate - dividends + volatility ** 2 / 2) * years) / spread
          const [now, later] = [spot * Math.exp(-dividends * years), strike * Math.exp(-rate * years)]
          return sign * (now * cdf(sign * d1) - later * cdf(sign * (d1 - spread)))
        }
        /** Derivative by a central difference. */
        const slope = (index: number, of: (...values: Values) => number = price, by = 1e-3) => {
          const moved = (step: number) =>
            of(...(values.map((value, at) => (at === index ? value + step : value)) as unknown as Values))
          return (moved(by) - moved(-by)) / (2 * by)
        }
        const list = values.join(", ")
        const calls = ["price", "delta", "theta", "rho"].map((name) => `bs_${name}('${kind}', ${list})`)
        const [row = []] = yield* ask(`SELECT ${calls.join(", ")}, bs_gamma(${list}), bs_vega(${list})`)
        const curvature = slope(
          0,
          (...[spot, ...others]: Values) => (price(spot + 1e-2, ...others) - price(spot, ...others)) / 1e-2,
        )
        assertClose(row.slice(0, 1), [price(...values)], 1e-10)
        assertClose(row.slice(1), [slope(0), -slope(2) / 365, slope(3) / 100, curvature, slope(4) / 100], 1e-4)
      }
      const refused = yield* Effect.flip(ask("SELECT bs_price('c', 100, 100, 1, 0.05, 0.2)"))
      assert.include(refused.detail, "kind must be call or put")
    }),
  )
})
