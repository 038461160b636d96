// The fields of a first declaration: records of `Field`s, one for each object of an answer.
import { comment, draft, keyOf, pascal, singular } from "./names.mjs"
import { guessed } from "./units.mjs"

/** The schemas of `Unit` by their units. */
const units = {
  dollars: "Dollars",
  "billions of dollars": "BillionDollars",
  currency: "Currency",
  shares: "Shares",
  volume: "Volume",
  count: "Count",
  points: "Points",
  percent: "Percent",
  ratio: "Ratio",
  "per dollar": "PerDollar",
  ordinal: "Ordinal",
  milliseconds: "Milliseconds",
  code: "Code",
  date: "Date",
  "date-time": "DateTime",
  identifier: "Identifier",
  "epoch milliseconds": "EpochMillis",
  "epoch nanoseconds": "EpochNanos",
}

const instants = ["date-time", "epoch milliseconds", "epoch nanoseconds"]

const isDate = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)
const isDateTime = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)

/** A value of an example under a key. A list shows its items. */
export const exampleAt = (example, key) => {
  const values = [example].flat().map((one) => one?.[key])
  return values.find((value) => value !== undefined)
}

const numbers = ["number", "integer", "int64"]

/**
 * The unit of a field: what the document says, else what its example shows, else what its name or
 * text tells of a number.
 */
export const unitOf = (shape, name, example) => {
  const [unit] = shape.units
  if (unit !== undefined) return unit
  const value = [example].flat()[0]
  if (isDate(value)) return "date"
  if (isDateTime(value)) return "date-time"
  return shape.types.some((type) => numbers.includes(type)) ? guessed(name, shape.text) : undefined
}

/** The words by which the text of a date or an instant says its form. */
const forms = {
  date: "`yyyy-mm-dd`",
  "date-time": "RFC 3339 date-time",
  "epoch milliseconds": "epoch milliseconds",
  "epoch nanoseconds": "epoch nanoseconds",
}

/** A text to be written, with the form of a date or an instant. */
const draftOf = (shape, key, unit) => {
  const text = draft(shape.text, `what \`${key}\` means.`)
  const form = forms[unit]
  return form === undefined || text.includes(form) ? text : `${text.replace(/\.$/, "")}, ${form}.`
}

/** Whether a field may be one of several instants: those have readers. */
export const isInstant = (shape, name, example) => instants.includes(unitOf(shape, name, example))

/** The items of a list, whose unit a document may say of the list. */
const ofList = ({ item, units }) => (item.units.length === 0 ? { ...item, units } : item)

/** Writes the records of an answer. `notes` collects what a person has to decide. */
export const writer = (notes) => {
  const records = []
  const used = new Set()

  /** Tells a person what a number's unit was taken from, if not from the document. */
  const tell = (unit, { units }, path) => {
    if (units.length > 0) return
    notes.push(
      unit === undefined
        ? `${path} is a number without a unit: \`Count\` stands there.`
        : `${path} is in ${unit}, by its name or text: check it.`,
    )
  }

  const scalar = (type, shape, path, name, example) => {
    const unit = units[unitOf(shape, name, example)]
    switch (type) {
      case "number":
      case "integer":
        tell(unitOf(shape, name, example), shape, path)
        return `Unit.${unit ?? units.count}`
      case "int64":
        return unit === undefined ? "Field.Int64" : `Unit.${unit}`
      case "boolean":
        return "Schema.Boolean"
      case "string":
        if (shape.choices.length > 0)
          return `Field.openEnum(${shape.choices.map((word) => JSON.stringify(word)).join(", ")})`
        return unit === "Identifier" || /^id$|_id$/.test(name)
          ? "Field.Id"
          : unit === undefined
            ? "Schema.String"
            : `Unit.${unit}`
      default:
        notes.push(`${path} has no type in the document: it is declared as \`Schema.Unknown\`.`)
        return "Schema.Unknown"
    }
  }

  const schemaOf = (shape, path, name, example, parent) => {
    const schemas = shape.types.map((type) => {
      if (type === "array" && shape.item !== undefined)
        return `Schema.Array(${schemaOf(ofList(shape), `${path}[]`, singular(name), [example].flat(), parent)})`
      if (type === "object" && shape.fields.size > 0)
        return record(shape, path, pascal(singular(name)), [example].flat(), parent)
      if (type === "object" && shape.value !== undefined)
        return `Schema.Record({ key: Schema.String, value: ${schemaOf(shape.value, `${path}.*`, name, Object.values(example ?? {})[0], parent)} })`
      return scalar(type, shape, path, name, example)
    })
    const different = [...new Set(schemas)]
    if (different.length === 0) return scalar(undefined, shape, path, name, example)
    return different.length === 1 ? different[0] : `Schema.Union(${different.join(", ")})`
  }

  /** The members of a record of fields. */
  const members = (fields, path, example, parent) =>
    Array.from(fields, ([key, { shape }]) => {
      const at = path === "" ? key : `${path}.${key}`
      if (key.length <= 2)
        notes.push(`${at} is a short key: give it the service's long name, \`Field.optional(schema, "${key}")\`.`)
      const schema = schemaOf(shape, at, key, exampleAt(example, key), parent)
      return `${comment(draftOf(shape, key, unitOf(shape, key, exampleAt(example, key))), "  ")}\n  ${keyOf(key)}: Field.optional(${schema}),`
    }).join("\n")

  /** Writes a record with its interface and schema, and returns its name. */
  const record = (shape, path, wanted, example, parent) => {
    const name = used.has(wanted) ? `${parent}${wanted}` : wanted
    used.add(name)
    const fields = `${name[0].toLowerCase()}${name.slice(1)}Fields`
    const body = members(shape.fields, path, example, name)
    records.push(
      [
        `const ${fields} = {\n${body}\n}`,
        comment(draft(shape.text, `what a \`${name}\` is.`)),
        `export interface ${name} extends Field.Row<typeof ${fields}>, Endpoint.Named {}`,
        "",
        `/** Schema of {@link ${name}}. */`,
        `export const ${name}: Field.SchemaOf<${name}, typeof ${fields}> = Field.struct(${fields}, "${name}")`,
      ].join("\n"),
    )
    return name
  }

  return { members, reserve: (name) => used.add(name), schemaOf, records }
}
