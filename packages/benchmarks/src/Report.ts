/** Results as a table, as Markdown and as JSON. */
import type { Spread, Verdict } from "./Benchmark.js"

/** A row of the JSON file. `met` is true where there is no bound. */
export interface ReportRow {
  readonly case: string
  readonly contender: string
  /** The median amount, in `unit`. */
  readonly median: number
  /** Comparison with `against`, or the amount itself where the bound is an amount. Null where nothing is compared. */
  readonly ratio: number | null
  readonly bound: number | null
  readonly met: boolean
  readonly unit: string
  /** `speed` must be at least the bound; `share`, `excess` and `amount` at most. */
  readonly compare: string | null
  readonly against: string | null
  readonly target: number | null
  readonly low: number
  readonly high: number
  readonly ratioLow: number | null
  readonly ratioHigh: number | null
  /** The amounts of the contender and of `against` whose quotient the ratio is. */
  readonly pair: readonly [own: number, other: number] | null
  /** The median of the first page of each process, in milliseconds. */
  readonly cold: number | null
  /** Why the bound is missed. Null where it is met. */
  readonly cause: string | null
}

/** The rows of the JSON file. */
export const rows = (verdicts: ReadonlyArray<Verdict>): ReadonlyArray<ReportRow> =>
  verdicts.map((verdict) => ({
    case: verdict.case,
    contender: verdict.contender,
    median: verdict.amount.median,
    ratio: verdict.ratio?.median ?? null,
    bound: verdict.bound ?? null,
    met: verdict.met,
    unit: verdict.unit,
    compare: verdict.compare ?? null,
    against: verdict.against ?? null,
    target: verdict.target ?? null,
    low: verdict.amount.low,
    high: verdict.amount.high,
    ratioLow: verdict.ratio?.low ?? null,
    ratioHigh: verdict.ratio?.high ?? null,
    pair: verdict.pair ?? null,
    cold: verdict.cold?.median ?? null,
    cause: verdict.cause ?? null,
  }))

const number = (value: number): string =>
  Math.abs(value) >= 1_000
    ? value.toLocaleString("en-US", { maximumFractionDigits: 0 })
    : value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)

const range = (low: string, high: string) => (low === high ? "" : ` (${low} to ${high})`)

const amount = ({ median, low, high }: Spread, unit: string): string =>
  Number.isNaN(median)
    ? "left out"
    : `${number(median)} ${unit === "instantiations" ? "" : unit}`.trimEnd() + range(number(low), number(high))

const comparison = ({ compare, ratio, against, pair, unit }: Verdict): string => {
  if (ratio === undefined || compare === undefined || compare === "amount") {
    return ""
  }
  const spread = range(number(ratio.low), number(ratio.high))
  const amounts = pair === undefined ? "" : `: ${number(pair[0])} against ${number(pair[1])} ${unit}`
  switch (compare) {
    case "speed":
      return `${number(ratio.median)} times as fast as ${against}${spread}${amounts}`
    case "share":
      return `${number(ratio.median)} of ${against}${spread}${amounts}`
    case "excess":
      return `${number(ratio.median)} ${unit} over ${against}${spread}`
  }
}

const limit = (verdict: Verdict): string => {
  if (verdict.bound === undefined) {
    return ""
  }
  const [word, unit] = [
    verdict.compare === "speed" ? "at least" : "at most",
    verdict.compare === "excess" || verdict.compare === "amount",
  ]
  return `${word} ${number(verdict.bound)}${unit && verdict.unit !== "instantiations" ? ` ${verdict.unit}` : ""}`
}

const HEADINGS = ["contender", "median (spread)", "first page", "compared", "bound", "target", ""]

const cells = (verdicts: ReadonlyArray<Verdict>): ReadonlyArray<ReadonlyArray<string>> =>
  verdicts.map((verdict, index) => {
    const again = verdicts[index - 1]?.contender === verdict.contender
    return [
      again ? "" : verdict.contender + (verdict.note === undefined ? "" : ` [${verdict.note}]`),
      again ? "" : amount(verdict.amount, verdict.unit),
      again || verdict.cold === undefined ? "" : `${number(verdict.cold.median)} ms`,
      comparison(verdict),
      limit(verdict),
      verdict.target === undefined ? "" : number(verdict.target),
      verdict.bound === undefined ? "" : verdict.met ? "met" : "MISSED",
    ]
  })

/** Leaves out empty columns. */
const trimmed = (table: ReadonlyArray<ReadonlyArray<string>>) => {
  const used = HEADINGS.map((_, column) => table.slice(1).some((line) => line[column] !== ""))
  return table.map((line) => line.filter((_, column) => used[column]))
}

/** Lines that say why bounds are missed. */
const causes = (verdicts: ReadonlyArray<Verdict>): ReadonlyArray<string> =>
  verdicts.flatMap(({ cause, contender, against }) =>
    cause === undefined ? [] : [`${contender}${against === undefined ? "" : `, of ${against}`}: ${cause}`],
  )

/** A table for the terminal. */
export const table = (title: string, verdicts: ReadonlyArray<Verdict>): string => {
  const lines = trimmed([HEADINGS, ...cells(verdicts)])
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const text = lines.map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")}`.trimEnd())
  return [
    title,
    text[0]!,
    `  ${widths.map((width) => "-".repeat(width)).join("  ")}`,
    ...text.slice(1),
    ...causes(verdicts).map((line) => `  Missed: ${line}`),
  ].join("\n")
}

/** The same as Markdown. */
export const markdown = (title: string, verdicts: ReadonlyArray<Verdict>): string => {
  const [headings, ...lines] = trimmed([HEADINGS, ...cells(verdicts)])
  const line = (texts: ReadonlyArray<string>) => `| ${texts.join(" | ")} |`
  const missed = causes(verdicts)
  return [
    ...[`**${title}**`, "", line(headings!), line(headings!.map(() => "---")), ...lines.map(line)],
    ...(missed.length === 0 ? [] : ["", ...missed.map((cause) => `- Missed: ${cause}`)]),
  ].join("\n")
}
