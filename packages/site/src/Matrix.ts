/**
 * The table of runtimes: what `./scripts/matrix` has written to `docs/matrix.json`.
 *
 * @module
 */
import { code } from "./Markdown.js"

/** The result of a check. */
interface Result {
  readonly status: "ok" | "failed" | "skipped"
  readonly reason?: string
}

/** A table: entries as rows, checks as columns. */
export interface Section {
  readonly name: string
  readonly title: string
  readonly checks: ReadonlyArray<{ readonly name: string; readonly title: string }>
  readonly entries: ReadonlyArray<{
    readonly title: string
    readonly version: string | null
    readonly advice?: string
    readonly date: string
    readonly results: Readonly<Record<string, Result>>
  }>
}

/** The results of a run. */
export interface Results {
  readonly format: 1
  readonly machine: string
  readonly candela: string
  readonly sections: ReadonlyArray<Section>
}

const line = (cells: ReadonlyArray<string>) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const tableOf = ({ checks, entries }: Section): string => {
  const reasons: Array<string> = []
  const mark = (result: Result | undefined) => {
    if (result === undefined) return ""
    if (result.status === "ok") return "yes"
    const reason = result.reason ?? result.status
    if (!reasons.includes(reason)) reasons.push(reason)
    return `${result.status === "failed" ? "**no**" : "–"} (${reasons.indexOf(reason) + 1})`
  }
  const rows = entries.map(({ advice, results, title, version }) => [
    `${title}${version === null ? "" : ` (${version})`}${advice === undefined ? "" : `, ${advice}`}`,
    ...checks.map(({ name }) => mark(results[name])),
  ])
  const headings = ["", ...checks.map(({ title }) => title)]
  const table = [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n")
  return [
    table,
    ...(reasons.length === 0 ? [] : [reasons.map((reason, at) => `${at + 1}. ${reason}`).join("\n")]),
  ].join("\n\n")
}

/** The tables as Markdown, or what stands there until there are results. */
export const write = (results: Results | undefined): string => {
  if (results === undefined) return "The table appears here once `./scripts/matrix` has written its results."
  const dates = results.sections.flatMap(({ entries }) => entries.map(({ date }) => date)).sort()
  return [
    `Version ${results.candela}, on ${results.machine}, ${dates[0]}${dates.at(-1) === dates[0] ? "" : ` to ${dates.at(-1)}`}: ${code("./scripts/matrix")}.`,
    ...results.sections.flatMap((section) => [`### ${section.title}`, tableOf(section)]),
  ].join("\n\n")
}
