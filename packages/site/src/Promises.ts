/**
 * Promises on pages: what `./scripts/torture --record` has written to `docs/figures/torture.json`.
 *
 * @module
 */
import { Array } from "effect"
import { code, table, text } from "./Markdown.js"

/** The last recorded run of a promise. */
export interface Run {
  readonly title: string
  readonly date: string
  readonly machine: string
  readonly node: string
  readonly load: number
  readonly scale: string
  readonly seed: number
  readonly bound: string
  readonly measured: string
  readonly met: boolean
}

/** The runs by the names of their figures. */
export type Runs = Readonly<Record<string, Run>>

/** When and where promises were tested. */
const caption = ({ date, machine, node, scale }: Run): string =>
  `${code(`./scripts/torture --${scale}`)}, ${date}, Node ${node}, ${machine}.`

/** What repeats the test of one promise, and how busy the machine was. */
const repeated = (name: string, { load, seed }: Run): string => {
  const busy = load >= 1 ? `, load ${load.toFixed(1)}` : ""
  return `${code(`--only ${name} --seed ${seed}`)}${busy}`
}

/** A table for the promises that were tested at one date, scale and machine, newest first; `undefined` where none is recorded. */
export const write = (runs: Runs): string | undefined => {
  const all = Object.entries(runs)
  if (all.length === 0) return undefined
  const groups = Array.groupBy(all, ([, run]) => caption(run))
  return Object.entries(groups)
    .sort(([, [[, one]]], [, [[, other]]]) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
    .flatMap(([written, group]) => [
      table(
        ["tested", "promised", "measured", "repeated by"],
        group.map(([name, run]) => [
          text(run.title),
          text(run.bound),
          run.met ? text(run.measured) : `**missed**: ${text(run.measured)}`,
          repeated(name, run),
        ]),
      ),
      written,
    ])
    .join("\n\n")
}
