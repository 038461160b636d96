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
const caption = ({ date, machine, node, scale, seed }: Run, load: number): string => {
  const busy = load >= 1 ? `, load ${load.toFixed(1)}` : ""
  return `${code(`./scripts/torture --${scale} --seed ${seed}`)}, ${date}, Node ${node}, ${machine}${busy}.`
}

/** A table for the promises that were tested in one run, newest first; `undefined` where none is recorded. */
export const write = (runs: Runs): string | undefined => {
  const all = Object.values(runs)
  if (all.length === 0) return undefined
  const groups = Array.groupBy(all, (run) => caption(run, 0))
  return Object.values(groups)
    .sort(([one], [other]) => (one!.date < other!.date ? 1 : one!.date > other!.date ? -1 : 0))
    .flatMap((group) => [
      table(
        ["tested", "promised", "measured"],
        group.map(({ bound, measured, met, title }) => [
          text(title),
          text(bound),
          met ? text(measured) : `**missed**: ${text(measured)}`,
        ]),
      ),
      caption(group[0]!, Math.max(...group.map(({ load }) => load))),
    ])
    .join("\n\n")
}
