/**
 * Figures on pages, from `docs/figures/bench.json`, written by `./scripts/bench --record`. No
 * figure is written by hand.
 *
 * @module
 */
import { code, frontmatter, page, table, text } from "./Markdown.js"
import * as Promises from "./Promises.js"

/** Row of a case, as `./scripts/bench --json` writes it. */
interface Row {
  readonly contender: string
  readonly median: number | null
  readonly ratio: number | null
  readonly bound: number | null
  /** Whether the bound is met. */
  readonly met?: boolean
  readonly unit: string
  readonly compare: string | null
  readonly against: string | null
  /** The two amounts whose quotient the ratio is; records of older runs have none. */
  readonly pair?: readonly [own: number, other: number] | null
  /** Why the bound is missed. */
  readonly cause?: string | null
}

/** Last recorded run of a case. */
export interface Run {
  readonly title: string
  readonly date: string
  readonly machine: string
  readonly node: string
  /** System load at the start of the case, averaged over a minute. */
  readonly load: number
  readonly rows: ReadonlyArray<Row>
}

/** Runs by case name. */
export type Runs = Readonly<Record<string, Run>>

const number = (value: number): string =>
  Math.abs(value) >= 1_000
    ? value.toLocaleString("en-US", { maximumFractionDigits: 0 })
    : value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)

const amount = ({ median, unit }: Row): string => (median === null ? "left out" : `${number(median)} ${unit}`)

const comparison = ({ against, compare, pair, ratio, unit }: Row): string => {
  if (ratio === null || compare === null || compare === "amount") return ""
  const amounts = !pair ? "" : ` (${number(pair[0])} against ${number(pair[1])} ${unit})`
  switch (compare) {
    case "speed":
      return `${number(ratio)} times as fast as ${against}${amounts}`
    case "share":
      return `${number(ratio)} of ${against}${amounts}`
    default:
      return `${number(ratio)} ${unit} over ${against}`
  }
}

const bound = ({ bound: value, compare, met, unit }: Row): string =>
  value === null
    ? ""
    : `${met === false ? "missed: " : ""}${compare === "speed" ? "at least" : "at most"} ${number(value)}${compare === "excess" || compare === "amount" ? ` ${unit}` : ""}`

/** Load from which other work is assumed to run beside a case: the case itself causes up to two and a half. */
const foreign = 3

/** Describes where and when a case was measured. */
export const caption = (name: string, { date, load, machine, node, rows }: Run): string => {
  // Sizes are the same on a busy machine.
  const isBusy = load >= foreign && rows.some(({ unit }) => unit === "ms" || unit === "MB")
  const busy = isBusy ? `. Other work ran beside it (load ${load.toFixed(1)}): compare ratios alone` : ""
  return `${code(`./scripts/bench --only ${name}`)}, ${date}, Node ${node}, ${machine}${busy}.`
}

/** Makes the table of a case. */
export const write = (runs: Runs, name: string): string | undefined => {
  const run = runs[name]
  if (run === undefined) return undefined
  const rows = run.rows.map((row, at) => [
    run.rows[at - 1]?.contender === row.contender ? "" : row.contender,
    run.rows[at - 1]?.contender === row.contender ? "" : amount(row),
    comparison(row),
    bound(row),
  ])
  const headings = ["", "median", "compared", "bound"]
  const used = headings.map((_, column) => column < 2 || rows.some((row) => row[column] !== ""))
  const trimmed = (cells: ReadonlyArray<string>) => cells.filter((_, column) => used[column])
  const causes = run.rows.flatMap(({ against, cause, contender }) =>
    cause ? [`- Missed, ${text(contender)}${against === null ? "" : ` of ${text(against)}`}: ${cause}`] : [],
  )
  return [
    table(trimmed(headings), rows.map(trimmed)),
    ...(causes.length === 0 ? [] : [causes.join("\n")]),
    caption(name, run),
  ].join("\n\n")
}

/** Makes the page of all recorded cases and promises; `undefined` without any. */
export const pageOf = (runs: Runs, promises: Promises.PromiseRuns = {}): string | undefined => {
  const names = Object.keys(runs)
  const kept = Promises.write(promises)
  return names.length === 0 && kept === undefined
    ? undefined
    : page(
        frontmatter({
          title: "Measurements",
          description: "Every recorded case of the benchmarks, and every promise under attack",
        }),
        "# Measurements",
        "Every case that was recorded, as `./scripts/bench --record docs/figures/bench.json` and `./scripts/torture --record docs/figures/torture.json` wrote it. Each contender runs in a new process, right beside a run of the one that it is compared with. [How fast, how safe](/guides/speed) tells what the cases mean.",
        ...names.flatMap((name) => [`## ${text(runs[name]!.title)}`, write(runs, name)]),
        ...(kept === undefined ? [] : ["## Promises under attack", kept]),
      )
}
