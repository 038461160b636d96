/**
 * Single value of an endpoint, or of a command: a table of its fields for people, one row for row formats.
 *
 * @module
 */
import type { Context } from "./table/Cell.js"
import * as Cell from "./table/Cell.js"
import * as Field from "./table/Field.js"
import * as Layout from "./table/Layout.js"
import * as Width from "./table/Width.js"

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Field.Field> =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, each]) => fieldsOf(each, [...path, key]))
    : [{ path, unit: undefined, isNumber: undefined }]

/** Table of a value's fields: lines of name and value. Texts are cut to the width of the terminal. */
export const table = (
  declared: ReadonlyArray<Field.Field> = [],
  value: unknown,
  width: number,
  context: Context & { readonly hasColors: boolean },
): string => {
  const fields = declared.length > 0 ? declared : fieldsOf(value)
  const shown = fields.flatMap((field) => {
    const one = Field.valueIn(field, value)
    if (one === undefined) return []
    const text = Cell.text(field, one, Cell.styleOf(field, [one], context), context)
    return [{ heading: Cell.heading(field, context), text }]
  })
  const names = Math.max(0, ...shown.map(({ heading }) => Width.of(heading)))
  return shown
    .map(({ heading, text }) => {
      const name = Width.pad(heading, names, false)
      const room = Math.max(20, width - names - Layout.gap)
      const styled = context.hasColors ? `\x1b[1m${name}\x1b[22m` : name
      return `${styled}${" ".repeat(Layout.gap)}${Width.cut(text, room)}`.trimEnd() + "\n"
    })
    .join("")
}
