/**
 * Order in which people read the columns of a row, for tables on a screen that has no room for all of them. It derives
 * from names, units and presence, which are the field's own words: an endpoint needs no list of its own. Files keep
 * the declared order.
 *
 * ```ts
 * ReadingOrder.of(fields, { filtered: ["timestamp"], asked: [] }).map(({ path }) => path.join("."))
 * // ["ticker", "timestamp", "open", "high", "low", "close", "volume", "vwap", "transactions"]
 * ```
 *
 * The module contains no texts of the catalogue: a page may import it.
 *
 * @module
 */

/** Column of a table: a field of a row, or of an object in it. */
export interface ReadableColumn {
  /** Keys of the value's path in a row. */
  readonly path: ReadonlyArray<string>
  /** Unit of the values. */
  readonly unit: string | undefined
  /** Whether the values are true or false. */
  readonly isFlag: boolean
  /** Whether a row may lack it. */
  readonly isOptional: boolean
}

/** What a request says about the columns. */
export interface WantedColumns {
  /** Fields that requests of the endpoint can filter by. */
  readonly filtered: ReadonlyArray<string>
  /** Columns that the request compares or sorts by, in its order. */
  readonly asked: ReadonlyArray<string>
}

/** Names of what a row is about. */
const subjects: ReadonlySet<string> = /* @__PURE__ */ new Set(["ticker", "tickers", "symbol", "composite_ticker"])

/**
 * Why a row has no figures, who holds, trades or rates what, figures of a market in the order of a trading screen, then
 * those of a statement in its order. All other columns follow as they are declared.
 */
const words: ReadonlyArray<string> = [
  ...["error", "message"],
  ...["owner_name", "transaction_code", "transaction_shares", "transaction_price_per_share", "transaction_value"],
  ...["filer_cik", "issuer_name", "constituent_ticker", "weight", "market_value"],
  ...["shares_held", "shares_or_principal_amount"],
  ...["rating", "previous_rating", "price_target", "previous_price_target", "rating_action"],
  ...["actual_eps", "estimated_eps", "eps_surprise_percent", "actual_revenue", "estimated_revenue"],
  ...["min_eps_guidance", "max_eps_guidance", "min_revenue_guidance", "max_revenue_guidance"],
  ...["expiration_date", "strike_price", "contract_type"],
  ...["converted", "bid", "bid_price", "ask", "ask_price", "price", "value", "size"],
  ...["change_percent", "todays_change_perc", "change", "todays_change"],
  ...["implied_volatility", "delta", "gamma", "theta", "vega", "open_interest"],
  ...["open", "high", "low", "close", "settlement_price", "volume", "vwap", "transactions", "previous_close"],
  ...["bid_size", "ask_size"],
  "timeframe",
  ...["revenue", "gross_profit", "operating_income", "consolidated_net_income_loss", "net_income"],
  ...["diluted_earnings_per_share", "basic_earnings_per_share", "ebitda"],
  ...[
    "total_assets",
    "total_liabilities",
    "total_equity",
    "cash_and_equivalents",
    "long_term_debt_and_capital_lease_obligations",
  ],
  ...["net_cash_from_operating_activities", "net_cash_from_investing_activities", "net_cash_from_financing_activities"],
]

const places: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(words.map((word, index) => [word, index]))

/** Objects with the state of another window, or of another instrument, than that of the row. */
const others: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...["min", "last_minute", "prev_day", "prev_daily_bar", "underlying_asset"],
])

const instants: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set([
  ...["date-time", "epoch milliseconds", "epoch nanoseconds"],
])

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Whether a column says when a row was changed, not what it is about. */
const isUpdate = (name: string): boolean => /(^|_)updated(_|$)/.test(name)

/**
 * Time of a row: an instant that it always has or that requests filter by, else such a date, else any date or instant.
 */
const timeOf = <C extends ReadableColumn>(root: ReadonlyArray<C>, filtered: ReadonlyArray<string>): C | undefined => {
  const times = root.filter(({ path: [name = ""] }) => !isUpdate(name))
  const isSure = ({ isOptional, path: [name = ""] }: C) => !isOptional || filtered.includes(name)
  return (
    times.find((column) => instants.has(column.unit) && isSure(column)) ??
    times.find((column) => column.unit === "date" && isSure(column)) ??
    times.find(({ unit }) => unit === "date") ??
    times.find(({ unit }) => instants.has(unit))
  )
}

/** Place of a column: its group, and its place within it. */
type Place = readonly [group: number, place: number]

/**
 * Orders columns: what the row is about, its time, the columns that the request asks about, figures in the order of
 * {@link words}, the others as declared, then figures of other windows, flags, addresses, times of updates, and
 * identifiers.
 */
export const of = <C extends ReadableColumn>(
  columns: ReadonlyArray<C>,
  { asked, filtered }: WantedColumns,
): ReadonlyArray<C> => {
  const root = columns.filter(({ path }) => path.length === 1)
  const isNamed = root.some(({ path: [name = ""] }) => subjects.has(name))
  const time = timeOf(root, filtered)
  const isTimeless = !isNamed && time === undefined
  const placeOf = (column: C, declared: number): Place => {
    const { isFlag, path, unit } = column
    const [name = "", ...rest] = path
    const last = snake(path.at(-1)!)
    if (rest.length === 0 && subjects.has(name)) return [0, declared]
    if (!isNamed && name === "details" && subjects.has(last)) return [0, declared]
    // Trades refer to a condition and to an exchange by this number; no person knows that of a dividend.
    if (column === time || (name === "id" && isTimeless)) return [1, 0]
    if (name === "name" && isTimeless) return [1, 1]
    const place = asked.findIndex((one) => one === name || one === path.join("."))
    if (place >= 0) return [2, place]
    const word = instants.has(unit) ? undefined : places.get(last)
    if (word === undefined && (unit === "identifier" || name === "id" || name === "request_id")) return [9, declared]
    if (isUpdate(last)) return [8, declared]
    if (/(^|_)url$/.test(last)) return [7, declared]
    if (isFlag) return [6, declared]
    if (rest.length > 0 && others.has(snake(name))) return [5, objects.indexOf(name) + (word ?? words.length) / 1000]
    return word === undefined ? [4, declared] : [3, word + declared / 1000]
  }
  const objects = [...new Set(columns.map(({ path: [name] }) => name))]
  return columns
    .map((column, index) => [column, placeOf(column, index)] as const)
    .toSorted(([, one], [, other]) => one[0] - other[0] || one[1] - other[1])
    .map(([column]) => column)
}

/**
 * Shortest names of columns: the last key of a path where no other field has it and it says enough by itself, as one of
 * {@link words} does: `strike_price` for `details.strike_price`, but `publisher.name`.
 */
export const shortNames = (paths: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const count = new Map<string, number>()
  const lastOf = (path: string) => path.slice(path.lastIndexOf(".") + 1)
  for (const path of paths) count.set(lastOf(path), (count.get(lastOf(path)) ?? 0) + 1)
  const isClear = (last: string) => count.get(last) === 1 && places.has(last)
  return new Map(paths.map((path) => [path, isClear(lastOf(path)) ? lastOf(path) : path]))
}
