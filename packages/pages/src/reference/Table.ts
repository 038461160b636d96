/**
 * Tables of the reference, their cells, and parts side by side.
 *
 * @module
 */
import { element } from "../common/Dom.js"

/** Content of a cell. */
export type Cell = ReadonlyArray<Node | string>

/** Renders a text of the catalogue, with its code. */
export const inline = (text: string): Cell =>
  text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part))

/** Makes a table whose rows begin with a heading. */
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

/** Places two parts side by side if there is room; the second follows the visible part of the first. */
export const pair = (first: HTMLElement, second: HTMLElement): HTMLElement =>
  element("div", { className: "pair" }, first, second)
