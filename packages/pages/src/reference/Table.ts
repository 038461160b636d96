/**
 * Tables of the reference.
 *
 * @module
 */
import { element } from "../common/Dom.js"

/** What a cell holds. */
export type Cell = ReadonlyArray<Node | string>

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
