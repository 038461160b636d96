/**
 * Tables of the reference, what stands in their cells, and what stands side by side.
 *
 * @module
 */
import { element } from "../common/Dom.js"

/** What a cell holds. */
export type Cell = ReadonlyArray<Node | string>

/** A text of the catalogue, with its code. */
export const inline = (text: string): Cell =>
  text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part))

/** A table whose rows begin with their heading. */
export const table = (
  className: string,
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<readonly [heading: Cell, ...cells: ReadonlyArray<Cell>]>,
): HTMLTableElement =>
  element(
    "table",
    { className },
    element("thead", {}, element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)))),
    element(
      "tbody",
      {},
      ...rows.map(([heading, ...cells]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, ...heading),
          ...cells.map((cell) => element("td", {}, ...cell)),
        ),
      ),
    ),
  )

/** Two parts side by side where there is room, the second beside whatever is seen of the first. */
export const pair = (first: HTMLElement, second: HTMLElement): HTMLElement =>
  element("div", { className: "pair" }, first, second)
