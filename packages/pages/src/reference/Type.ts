/**
 * What a schema says, in words: its type, its limits, its fields.
 *
 * @module
 */
import { resolve, type Document, type Schema } from "./OpenApi.js"

const formats: Readonly<Record<string, string>> = {
  date: "date (yyyy-mm-dd)",
  "date-time": "date and time",
  int64: "integer of 64 bits",
  uri: "URL",
}

const alternatives = ({ anyOf, oneOf }: Schema): ReadonlyArray<Schema> | undefined => anyOf ?? oneOf

const distinct = (texts: ReadonlyArray<string>) => [...new Set(texts)]

/** The type of a schema's values: `list of integer`, `date (yyyy-mm-dd) or null`. */
export const typeOf = (document: Document, schema: Schema): string => {
  const { additionalProperties, allOf, const: only, format, items, type, ...rest } = resolve(document, schema)
  const among = alternatives(rest)
  if (among !== undefined) return distinct(among.map((one) => typeOf(document, one))).join(" or ")
  if (only !== undefined) return JSON.stringify(only)
  if (items !== undefined) return `list of ${typeOf(document, items)}`
  if (typeof additionalProperties === "object") return `object of ${typeOf(document, additionalProperties)} by name`
  const known = format === undefined ? undefined : formats[format]
  const types = [type ?? (allOf === undefined && rest.properties === undefined ? "any" : "object")].flat()
  return types.map((one) => (one === "null" ? one : (known ?? one))).join(" or ")
}

/** The values that a schema lists, those of a list's items too; empty where any value of the type will do. */
export const valuesOf = (document: Document, schema: Schema): ReadonlyArray<string> => {
  const { enum: values, items, ...rest } = resolve(document, schema)
  if (values !== undefined) return values.map(String)
  if (items !== undefined) return valuesOf(document, items)
  return distinct((alternatives(rest) ?? []).flatMap((one) => valuesOf(document, one)))
}

const range = (what: string, min: number | undefined, max: number | undefined) =>
  min !== undefined && max !== undefined
    ? [`${what}${min} to ${max}`]
    : min !== undefined
      ? [`${what}at least ${min}`]
      : max !== undefined
        ? [`${what}at most ${max}`]
        : []

/** What limits a schema's values, and which it has when none is given: `1 to 5000`, `default 100`. */
export const limitsOf = (document: Document, schema: Schema): ReadonlyArray<string> => {
  const { default: usual, items, ...rest } = resolve(document, schema)
  const inner = [...(alternatives(rest) ?? []), ...(items === undefined ? [] : [items])]
  return distinct([
    ...range("", rest.minimum, rest.maximum),
    ...range("characters: ", rest.minLength, rest.maxLength),
    ...range("values: ", rest.maxItems === undefined ? undefined : rest.minItems, rest.maxItems),
    ...inner.flatMap((one) => limitsOf(document, one)),
    ...(usual === undefined ? [] : [`default ${[usual].flat().join(",")}`]),
  ])
}

/** A field of an answer. */
export interface Field {
  /** Where it stands: `results[].day.c`. */
  readonly path: string
  readonly type: string
  /** Whether it is always there. */
  readonly required: boolean
  readonly description: string
}

/** The fields of a schema, those of its lists and objects among them. A field of several alternatives stands once. */
export const fieldsOf = (document: Document, schema: Schema): ReadonlyArray<Field> => {
  const found = new Map<string, Field>()
  const visit = (schema: Schema, path: string, above: ReadonlyArray<Schema>) => {
    const type = resolve(document, schema)
    // A schema may contain itself.
    if (above.includes(type)) return
    const within = [...above, type]
    for (const one of [...(alternatives(type) ?? []), ...(type.allOf ?? [])]) visit(one, path, within)
    if (type.items !== undefined) visit(type.items, `${path}[]`, within)
    if (typeof type.additionalProperties === "object") visit(type.additionalProperties, `${path}.*`, within)
    for (const [name, field] of Object.entries(type.properties ?? {})) {
      const own = path === "" ? name : `${path}.${name}`
      const { description = "" } = { ...resolve(document, field), ...field }
      const before = found.get(own)
      found.set(own, {
        path: own,
        type: distinct([...(before === undefined ? [] : [before.type]), typeOf(document, field)]).join(" or "),
        required: (before?.required ?? true) && (type.required?.includes(name) ?? false),
        description: before?.description || description,
      })
      visit(field, own, within)
    }
  }
  visit(schema, "", [])
  return [...found.values()]
}
