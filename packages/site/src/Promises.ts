/**
 * Promises on pages, from `docs/figures/torture.json`, written by `./scripts/torture --record`.
 *
 * @module
 */
import { Array } from "effect"
import { code, table, text } from "./Markdown.js"

/** Last recorded run of a promise. */
export interface PromiseRun {
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

/** Runs by figure name. */
export type PromiseRuns = Readonly<Record<string, PromiseRun>>

/** Describes when and where promises were tested. */
const caption = ({ date, machine, node, scale }: PromiseRun): string =>
  `${code(`./scripts/torture --${scale}`)}, ${date}, Node ${node}, ${machine}.`

/** Returns the options that repeat the test of one promise, and the machine's load. */
const repeated = (name: string, { load, seed }: PromiseRun): string => {
  const busy = load >= 1 ? `, load ${load.toFixed(1)}` : ""
  return `${code(`--only ${name} --seed ${seed}`)}${busy}`
}

/**
 * Makes a table for each group of promises tested on the same date, scale and machine, latest
 * first; `undefined` without any.
 */
export const write = (runs: PromiseRuns): string | undefined => {
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
