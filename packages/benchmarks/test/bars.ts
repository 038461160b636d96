/** Reading what SyntheticBars writes. */
import type * as SyntheticBars from "../src/SyntheticBars.js"

export interface Bar {
  readonly v: number
  readonly vw: number
  readonly o: number
  readonly c: number
  readonly h: number
  readonly l: number
  readonly t: number
  readonly n: number
}

export const textOf = (bars: SyntheticBars.SyntheticBars, start: number, end: number): string =>
  Buffer.concat(bars.slice(start, end)).toString("latin1")

export const parse = (bars: SyntheticBars.SyntheticBars, start: number, end: number): ReadonlyArray<Bar> =>
  JSON.parse(`[${textOf(bars, start, end)}]`) as ReadonlyArray<Bar>
