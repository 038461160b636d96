/** Arithmetic of markets as functions of SQL. */

/** Function of SQL. */
export interface Macro {
  /** Name and parameters, as in `CREATE MACRO`. */
  readonly signature: string
  /** Description of its value. */
  readonly text: string
  /** Expression of the parameters. */
  readonly sql: string
}

const macro = (signature: string, text: string, sql: string): Macro => ({ signature, text, sql })

/** Rows of the same group before a row. */
const before = "OVER (PARTITION BY group_by ORDER BY instant)"

/** The last `n` rows of the same group. */
const lastRows = "OVER (PARTITION BY group_by ORDER BY instant ROWS BETWEEN (n - 1)::BIGINT PRECEDING AND CURRENT ROW)"

/** Horner's scheme. */
const polynomial = (x: string, coefficients: ReadonlyArray<number>): string =>
  coefficients.reduce((sum, coefficient) => (sum === "" ? String(coefficient) : `(${sum} * ${x} + ${coefficient})`), "")

const numerator = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
]

const denominator = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
]

/** Upper tail of the standard normal distribution after Hart (1968), to 15 digits. `z` is not negative. */
const tail = (z: string): string =>
  `exp(-${z} * ${z} / 2) * CASE WHEN ${z} < 7.07106781186547 THEN ${polynomial(z, numerator)} / ${polynomial(z, denominator)} ` +
  `ELSE 1 / (${z} + 1 / (${z} + 2 / (${z} + 3 / (${z} + 4 / (${z} + 0.65))))) / 2.506628274631 END`

const option = "kind, spot, strike, years, rate, volatility, dividend_yield := 0.0"
const values = "spot, strike, years, rate, volatility, dividend_yield"
const d1 = `_d1(${values})`
const d2 = `(_d1(${values}) - volatility * sqrt(years))`
/** 1 for a call, -1 for a put. */
const sign = "_sign(kind)"
const spotNow = "spot * exp(-dividend_yield * years)"
const strikeNow = "strike * exp(-rate * years)"

/** All functions, each after those that it uses. Names with `_` are only for others. */
export const macros: ReadonlyArray<Macro> = [
  macro(
    "simple_return(price, instant, group_by := NULL)",
    "Return of each row since the row before: 0.01 is one percent; NULL in the first row.",
    `price / lag(price) ${before} - 1`,
  ),
  macro(
    "log_return(price, instant, group_by := NULL)",
    "Logarithmic return of each row since the row before.",
    `ln(price / lag(price) ${before})`,
  ),
  macro(
    "cumulative_return(price, instant, group_by := NULL)",
    "Return of each row since the first row.",
    `price / first_value(price) ${before} - 1`,
  ),
  macro(
    "drawdown(price, instant, group_by := NULL)",
    "Fall of each row from the highest price until then, as a fraction: 0 or negative.",
    `price / max(price) ${before} - 1`,
  ),
  macro(
    "sma(price, instant, n, group_by := NULL)",
    "Simple moving average of n rows; NULL in the first n - 1.",
    `CASE WHEN count(price) ${lastRows} >= n THEN avg(price) ${lastRows} END`,
  ),
  macro(
    "ema(price, instant, n, group_by := NULL)",
    "Exponential moving average with the factor 2 / (n + 1), which begins with the first price.",
    // Earlier rows than these change no digit of a double: their weight is less than exp(-40).
    "list_reduce(list(price) OVER (PARTITION BY group_by ORDER BY instant ROWS BETWEEN (20 * (n + 1))::BIGINT PRECEDING AND CURRENT ROW), (before, now) -> before + (now - before) * 2.0 / (n + 1))",
  ),
  macro(
    "total_return(price, instant)",
    "Aggregate: return from the first to the last row.",
    "arg_max(price, instant) / arg_min(price, instant) - 1",
  ),
  macro(
    "max_drawdown(price, instant)",
    "Aggregate: largest fall from a peak, as a fraction: 0 or negative.",
    "list_reduce(list({peak: price::DOUBLE, fall: 0.0::DOUBLE} ORDER BY instant), (worst, now) -> {peak: greatest(worst.peak, now.peak), fall: least(worst.fall, now.peak / greatest(worst.peak, now.peak) - 1)}).fall",
  ),
  macro(
    "annual_volatility(returns, periods := 252)",
    "Aggregate of returns: sample standard deviation times the root of periods per year.",
    "stddev_samp(returns) * sqrt(periods)",
  ),
  macro(
    "sharpe_ratio(returns, rate := 0.0, periods := 252)",
    "Aggregate of simple returns: annual, for an annual risk-free rate.",
    "(avg(returns) - rate / periods) / stddev_samp(returns) * sqrt(periods)",
  ),
  macro(
    "sortino_ratio(returns, rate := 0.0, periods := 252)",
    "Aggregate of simple returns: as sharpe_ratio, with the root mean square of the returns below the rate.",
    // `least` would count the first row, which has no return.
    "(avg(returns) - rate / periods) / sqrt(avg(CASE WHEN returns < rate / periods THEN pow(returns - rate / periods, 2) WHEN returns IS NOT NULL THEN 0 END)) * sqrt(periods)",
  ),
  macro(
    "normal_cdf(x)",
    "Standard normal distribution.",
    `CASE WHEN x > 0 THEN 1 - ${tail("abs(x)")} ELSE ${tail("abs(x)")} END`,
  ),
  macro("_density(x)", "", "exp(-x * x / 2) / sqrt(2 * pi())"),
  macro(
    "_sign(kind)",
    "",
    "CASE kind WHEN 'call' THEN 1 WHEN 'put' THEN -1 ELSE error('kind must be call or put') END",
  ),
  macro(
    `_d1(${values})`,
    "",
    "(ln(spot / strike) + (rate - dividend_yield + volatility * volatility / 2) * years) / (volatility * sqrt(years))",
  ),
  macro(
    `bs_price(${option})`,
    "Black-Scholes price of a European option. kind is 'call' or 'put'; rate, volatility and dividend_yield are annual fractions, with continuous compounding.",
    `${sign} * (${spotNow} * normal_cdf(${sign} * ${d1}) - ${strikeNow} * normal_cdf(${sign} * ${d2}))`,
  ),
  macro(
    `bs_delta(${option})`,
    "Change of the price per dollar of the underlying.",
    `${sign} * exp(-dividend_yield * years) * normal_cdf(${sign} * ${d1})`,
  ),
  macro(
    "bs_gamma(spot, strike, years, rate, volatility, dividend_yield := 0.0)",
    "Change of delta per dollar of the underlying.",
    `exp(-dividend_yield * years) * _density(${d1}) / (spot * volatility * sqrt(years))`,
  ),
  macro(
    "bs_vega(spot, strike, years, rate, volatility, dividend_yield := 0.0)",
    "Change of the price per percentage point of volatility.",
    `${spotNow} * _density(${d1}) * sqrt(years) / 100`,
  ),
  macro(
    `bs_theta(${option})`,
    "Change of the price per calendar day.",
    `(-${spotNow} * _density(${d1}) * volatility / (2 * sqrt(years)) - ${sign} * rate * ${strikeNow} * normal_cdf(${sign} * ${d2}) + ${sign} * dividend_yield * ${spotNow} * normal_cdf(${sign} * ${d1})) / 365`,
  ),
  macro(
    `bs_rho(${option})`,
    "Change of the price per percentage point of the rate.",
    `${sign} * ${strikeNow} * years * normal_cdf(${sign} * ${d2}) / 100`,
  ),
]

/** Statement that makes a function. */
export const create = ({ signature, sql }: Macro): string => `CREATE MACRO ${signature} AS ${sql}`
