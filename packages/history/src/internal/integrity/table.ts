/** Report as text: a line for each run of similar days. */
import { offsetAt } from "@candela/market/TimeZone"
import type { Day, Finding, Reason, Report, Status, TickerReport } from "./model.js"
import { markets } from "./slots.js"

/** Consecutive days of a ticker with the same status and the same reasons. */
interface Run {
  readonly status: Status
  readonly days: ReadonlyArray<Day>
}

const sameFindings = (one: Day, other: Day) =>
  one.findings.map(({ reason }) => reason).join() === other.findings.map(({ reason }) => reason).join()

const runsOf = (days: ReadonlyArray<Day>): ReadonlyArray<Run> => {
  const runs: Array<{ readonly status: Status; readonly days: Array<Day> }> = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run !== undefined && run.status === day.status && sameFindings(run.days[0]!, day)) run.days.push(day)
    else runs.push({ status: day.status, days: [day] })
  }
  return runs
}

const whole = new Intl.NumberFormat("en-US")
const count = (value: number, singular: string, plural = `${singular}s`) =>
  `${whole.format(value)} ${value === 1 ? singular : plural}`

/** Noun for the counted windows: minutes, or bars of another size. */
const nounOf = ({ window = "1 minute" }: Report) =>
  window === "1 minute" ? "minute" : window.startsWith("1 ") ? "bar" : `${window} bar`

const phrases: Readonly<Record<Exclude<Reason, "gap" | "thin">, (rows: number) => string>> = {
  unordered: (rows) => `${count(rows, "row")} out of order`,
  duplicate: (rows) => count(rows, "duplicate"),
  outside: (rows) => `${count(rows, "row")} outside of the range`,
  closed: (rows) => `${count(rows, "row")} while the market was closed`,
  unlisted: (rows) => `${count(rows, "row")} while the ticker was not listed`,
  price: (rows) => `${count(rows, "row")} with a price that is not positive`,
  negative: (rows) => `${count(rows, "row")} with a negative volume or count`,
  highLow: (rows) => `${count(rows, "bar")} whose high and low do not hold open and close`,
  vwap: (rows) => `${count(rows, "bar")} with an average price outside of low and high`,
  crossed: (rows) => `${count(rows, "quote")} with the bid above the ask`,
  jump: (rows) => `${count(rows, "jump")} without a split`,
  split: (rows) => `${count(rows, "split")} that prices do not show`,
}

const ratioText = (ratio: number) => `×${ratio >= 100 ? whole.format(Math.round(ratio)) : ratio.toPrecision(3)}`

const isWithinDay = ({ window }: Report) => window === undefined || /second|minute|hour/.test(window)

/** Formats the time of day of an instant in the market's zone: `09:31`, with seconds unless they are zero. */
const timeOf = ({ market }: Report, instant: number): string => {
  const { zone } = markets[market]
  const time = new Date(instant + offsetAt(zone, instant)).toISOString().slice(11, 19)
  return time.endsWith(":00") ? time.slice(0, 5) : time
}

/** Describes the findings of a reason over a run of days: their count and the first one. */
const findingText = (report: Report, { days }: Run, { first, ratio, reason, split }: Finding): string => {
  const counts = days.map(({ findings }) => findings.find((finding) => finding.reason === reason)!.count)
  const time = timeOf(report, first)
  if (reason === "gap" || reason === "thin") {
    const most = `${days.length > 1 ? "up to " : ""}${count(Math.max(...counts), nounOf(report))}`
    return reason === "thin"
      ? `${most} fewer than usual`
      : `${most} missing${days.length > 1 ? ", first" : ""} from ${time}`
  }
  const rows = counts.reduce((sum, value) => sum + value, 0)
  const place = [
    rows > 1 ? "first" : "",
    ratio === undefined ? "" : ratioText(ratio),
    isWithinDay(report) ? `at ${time}` : "",
  ]
  const where = place.filter((part) => part !== "").join(" ")
  const phrase =
    split === undefined
      ? phrases[reason](rows)
      : `${count(rows, "jump")} by a split's ratio, which was not applied or twice`
  return where === "" || where === "first" ? phrase : `${phrase}${where.startsWith("at") ? "" : ","} ${where}`
}

const whatOf = (report: Report, run: Run): string => {
  const [first] = run.days
  if (run.status === "degraded") return first!.findings.map((finding) => findingText(report, run, finding)).join("; ")
  const empty = run.days.filter(({ rows }) => rows === 0).length
  if (run.status === "missing" || empty === 0) return ""
  return `${count(empty, "day")} without rows, as usual for it`
}

const rowsOf = (days: ReadonlyArray<Day>) => days.reduce((sum, { rows }) => sum + rows, 0)

type Cells = readonly [ticker: string, status: string, days: string, count: string, rows: string, what: string]

const heading: Cells = ["ticker", "status", "days", "count", "rows", ""]
/** Whether a column is right-aligned: the columns of numbers are. */
const rightAligned = [false, false, false, true, true, false]

const linesOf = (report: Report, { days, ticker }: TickerReport): ReadonlyArray<Cells> =>
  runsOf(days).map((run, index) => {
    const [first, last] = [run.days[0]!.date, run.days.at(-1)!.date]
    return [
      index === 0 ? ticker : "",
      run.status,
      first === last ? first : `${first} to ${last}`,
      whole.format(run.days.length),
      whole.format(rowsOf(run.days)),
      whatOf(report, run),
    ]
  })

const align = (lines: ReadonlyArray<Cells>): ReadonlyArray<string> => {
  const widths = heading.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  return lines.map((cells) =>
    cells
      .map((cell, column) =>
        rightAligned[column] === true ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ")
      .trimEnd(),
  )
}

const titleOf = (report: Report, days: ReadonlyArray<Day>): string => {
  const dates = days.map(({ date }) => date).sort()
  const range = dates.length === 0 ? "no days" : `${dates[0]} to ${dates.at(-1)}`
  const zone = markets[report.market].zone.replace(/^.*\//, "").replace("_", " ")
  return [report.endpoint, ...(report.window === undefined ? [] : [report.window]), range, `${zone} time`].join(", ")
}

const totalOf = (report: Report, days: ReadonlyArray<Day>): string => {
  const of = (status: Status) => whole.format(days.filter((day) => day.status === status).length)
  return `${count(report.tickers.length, "ticker")}, ${count(days.length, "day")}: ${of("available")} available, ${of("degraded")} degraded, ${of("missing")} missing`
}

export const table = (report: Report): string => {
  const days = report.tickers.flatMap(({ days }) => days)
  const lines = report.tickers.flatMap((ticker) => linesOf(report, ticker))
  return [titleOf(report, days), "", ...align([heading, ...lines]), "", totalOf(report, days)].join("\n")
}
