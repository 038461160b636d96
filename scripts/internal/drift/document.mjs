// Reads an OpenAPI document (3.0 or 3.1) as operations: what each takes and what it answers,
// without how the document spells it.

/** A document that cannot be read, with the reason and what to do. */
export class Unreadable extends Error {}

/** The document in a text. */
export const parse = (text, name) => {
  let document
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw new Unreadable(
      `${name} is not JSON: ${inOneLine(error.message)}. Convert a document in YAML with: npx redocly bundle ${name} --ext json`,
    )
  }
  if (typeof document?.openapi !== "string" || typeof document.paths !== "object")
    throw new Unreadable(`${name} is no OpenAPI document of version 3: it lacks "openapi" or "paths".`)
  return document
}

/** Two objects as one: an `allOf` describes a value by all of its parts. */
const merged = (one, other) => ({
  ...one,
  ...other,
  properties: { ...one.properties, ...other.properties },
  required: [...(one.required ?? []), ...(other.required ?? [])],
})

/** What a reference points to, or the object itself. References lead to other places of the document only. */
const resolve = (document, object, seen = []) => {
  if (object?.$ref === undefined) return object ?? {}
  const { $ref } = object
  // A schema that holds itself is read once.
  if (seen.includes($ref)) return {}
  if (!$ref.startsWith("#/"))
    throw new Unreadable(`The document refers to another file: ${$ref}. Bundle it into one with: npx redocly bundle`)
  const keys = $ref.slice(2).split("/")
  const found = keys.reduce(
    (value, key) => value?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  )
  if (found === undefined) throw new Unreadable(`The document refers to ${$ref}, which it does not have.`)
  seen.push($ref)
  return resolve(document, found, seen)
}

/** A schema without its reference: what stands beside a reference adds to what it points to. */
const withoutReference = (document, schema = {}, seen = []) => {
  const { $ref, ...beside } = schema
  if ($ref === undefined) return schema
  const found = resolve(document, { $ref }, seen)
  return Object.keys(beside).length === 0 ? found : merged(found, beside)
}

/** The alternatives of a schema, each of one type, without `null`. */
const alternatives = (document, schema, seen = []) => {
  const own = [...seen]
  const { allOf = [], anyOf = [], oneOf = [], ...found } = withoutReference(document, schema, own)
  const parts = allOf.flatMap((part) => alternatives(document, part, own).map(({ schema }) => schema))
  const whole = parts.length === 0 ? found : [...parts, found].reduce(merged)
  const choices = [...anyOf, ...oneOf]
  if (choices.length > 0) return choices.flatMap((choice) => alternatives(document, merged(whole, choice), own))
  const named = [whole.type].flat().filter((type) => type !== "null")
  // Our ids may be numbers, too: the service calls them strings, and sends both.
  const types = whole["x-unit"] === "identifier" && named.includes("string") ? ["string"] : named
  if (types.length === 0) return "type" in whole && whole.type !== undefined ? [] : [{ schema: whole, seen: own }]
  return types.map((type) => ({ schema: { ...whole, type }, seen: own }))
}

const unique = (values) => [...new Set(values.filter((value) => value !== undefined))].sort()

/** The words that a schema names. `examples` of a text are those of an enumeration that may grow. */
const wordsOf = ({ const: only, enum: several, examples, type }) =>
  [
    ...(only === undefined ? [] : [only]),
    ...(several ?? []),
    ...(type === "string" && Array.isArray(examples) ? examples : []),
  ]
    .filter((word) => word !== null)
    .map(String)

/** What a text says of its numbers, if not the schema: whether they count nanoseconds, which need 64 bits. */
const isNanoseconds = ({ description = "", "x-unit": unit }) =>
  unit === "epoch nanoseconds" || (unit === undefined && /\bnanosec/i.test(description))

/** The type of a value. `int64` is a format of every integer: only nanoseconds do not fit a number. */
const typeOf = (schema) => (schema.type === "integer" && isNanoseconds(schema) ? "int64" : schema.type)

const inOneLine = (text) => text?.replace(/\s+/g, " ").trim() ?? ""

/** A value that stands in a URL as text. */
const asText = (value) => (Array.isArray(value) ? value.join(",") : String(value))

/** Formats of numbers, which say no more than their types. */
const widths = ["int32", "int64", "float", "double"]

/** Whether a text in a URL is a list. */
const isCommaList = ({ description = "", name }) =>
  /\.(?:any|all)_of$/.test(name) || /comma[- ]separated/i.test(description)

/** The maximum that a text says: that of a schema may be the first number that is too large. */
const maximumIn = (description = "") => {
  const [, digits] = /maximum allowed (?:\w+ )?is '?([\d,]+)/i.exec(description) ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""))
}

/** A parameter. Each property is a set of what its alternatives say. */
const parameterOf = (document, parameter) => {
  const { description, in: place, name, required = false, schema, content } = parameter
  const declared = schema ?? Object.values(content ?? {})[0]?.schema ?? {}
  const outer = alternatives(document, declared).map(({ schema }) => schema)
  const inner = outer.flatMap((one) =>
    one.type === "array" ? alternatives(document, one.items ?? {}).map(({ schema }) => schema) : [one],
  )
  const all = (key) => unique(inner.map((one) => one[key]))
  const stated = maximumIn(description)
  const isText = outer.every(({ type }) => type === "string")
  return {
    name,
    in: place,
    required,
    several: outer.some(({ type }) => type === "array") || (isText && isCommaList(parameter)),
    types: unique(inner.map(({ type }) => type)),
    formats: unique(inner.map(({ format }) => (widths.includes(format) ? undefined : format))),
    patterns: all("pattern"),
    words: unique(inner.flatMap(wordsOf)),
    minimum: all("minimum"),
    maximum: stated === undefined ? all("maximum") : [stated],
    items: unique(outer.map(({ maxItems }) => maxItems)),
    default: unique([declared, ...outer].map((one) => (one.default === undefined ? undefined : asText(one.default)))),
    text: inOneLine(description),
    role: parameter["x-role"],
    example: parameter.example ?? declared.example,
    // In the order of the document.
    choices: [...new Set(inner.flatMap(wordsOf))],
  }
}

const isObject = ({ properties = {}, type }) => type === "object" || Object.keys(properties).length > 0

/**
 * What a value is: its scalar types, words and unit, the fields of an object, the items of a list, the values of a map.
 */
const shapeOf = (document, schema, seen = []) => {
  const shape = { types: [], words: [], units: [], text: "", fields: new Map(), item: undefined, value: undefined }
  const found = alternatives(document, schema, seen)
  for (const { schema, seen } of found) {
    const { additionalProperties, description, format, items, required = [] } = schema
    // Some documents have any key as one that is called `*`.
    const { "*": any = additionalProperties, ...properties } = schema.properties ?? {}
    shape.text ||= inOneLine(description)
    shape.words.push(...wordsOf(schema))
    shape.units.push(schema["x-unit"] ?? (format === "date" || format === "date-time" ? format : undefined))
    shape.types.push(typeOf(schema) ?? (isObject(schema) ? "object" : items === undefined ? undefined : "array"))
    if (items !== undefined) shape.item = joined(shape.item, shapeOf(document, items, seen))
    if (typeof any === "object") shape.value = joined(shape.value, shapeOf(document, any, seen))
    for (const [key, property] of Object.entries(properties)) {
      const own = { required: required.includes(key), shape: shapeOf(document, property, seen) }
      const before = shape.fields.get(key)
      shape.fields.set(
        key,
        before === undefined
          ? own
          : { required: before.required && own.required, shape: joined(before.shape, own.shape) },
      )
    }
  }
  // A field that an alternative lacks may be absent.
  for (const [key, field] of shape.fields)
    if (found.some(({ schema }) => isObject(schema) && !(key in (schema.properties ?? {})))) field.required = false
  return {
    ...shape,
    types: unique(shape.types),
    choices: [...new Set(shape.words)],
    words: unique(shape.words),
    units: unique(shape.units),
  }
}

/** A shape that is either of two. */
const joined = (one, other) => {
  if (one === undefined || other === undefined) return one ?? other
  const both = (key) => unique([...one[key], ...other[key]])
  const keys = new Set([...one.fields.keys(), ...other.fields.keys()])
  const fieldOf = (key) => {
    const [a, b] = [one.fields.get(key), other.fields.get(key)]
    return { required: (a?.required ?? false) && (b?.required ?? false), shape: joined(a?.shape, b?.shape) }
  }
  return {
    types: both("types"),
    words: both("words"),
    units: both("units"),
    text: one.text || other.text,
    choices: [...new Set([...one.choices, ...other.choices])],
    fields: new Map(Array.from(keys, (key) => [key, fieldOf(key)])),
    item: joined(one.item, other.item),
    value: joined(one.value, other.value),
  }
}

/** The type of a value in words: `array of number`. */
export const typesOf = ({ item, types, value }) =>
  unique(
    types.map((type) =>
      type === "array"
        ? `array of ${item === undefined ? "anything" : typesOf(item).join(" or ")}`
        : type === "object" && value !== undefined
          ? `object of ${typesOf(value).join(" or ")}`
          : type,
    ),
  )

/** The fields of a shape by their paths: `results[].ticker`. */
export const fieldsOf = (shape, path = "", found = new Map()) => {
  if (shape === undefined) return found
  for (const [key, { required, shape: own }] of shape.fields) {
    const at = path === "" ? key : `${path}.${key}`
    const innermost = (one) => one.item ?? one.value
    const within = innermost(own) ?? own
    found.set(at, {
      required,
      types: typesOf(own),
      words: unique([...own.words, ...within.words]),
      units: unique([...own.units, ...within.units]),
      text: own.text,
    })
    fieldsOf(own, at, found)
  }
  fieldsOf(shape.item, `${path}[]`, found)
  fieldsOf(shape.value, path === "" ? "*" : `${path}.*`, found)
  return found
}

/** What stands around the rows or the value of every answer. The client reads it leniently, so it is not compared. */
export const frame = ["status", "request_id", "count", "next_url"]

/** The media type of answers. */
const json = (content = {}) => content["application/json"] ?? Object.values(content)[0] ?? {}

/** The first answer that means success. */
const answerOf = (document, { responses = {} }) => {
  const status = Object.keys(responses).find((status) => status.startsWith("2")) ?? "default"
  return json(resolve(document, responses[status]).content)
}

const methods = ["get", "put", "post", "delete", "patch"]

/** The path without the names of its parameters. */
export const shapeOfPath = (path) => path.replaceAll(/\{[^}]+\}/g, "{}")

/** The names of a path's parameters. */
export const namesIn = (path) => Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => name)

/** The operations of a document, in its order. */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => {
        const operation = item[method]
        const answer = answerOf(document, operation)
        const shape = shapeOf(document, answer.schema ?? {})
        const own = [...(operation.parameters ?? []), ...(item.parameters ?? [])]
        const parameters = own
          .map((parameter) => parameterOf(document, resolve(document, parameter)))
          // The key travels in a header.
          .filter(
            (parameter) => (parameter.in === "path" || parameter.in === "query") && !/^api_?key$/i.test(parameter.name),
          )
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          id: operation.operationId,
          text: inOneLine(operation.description ?? operation.summary),
          summary: inOneLine(operation.summary),
          deprecated: operation.deprecated === true,
          paged: shape.fields.has("next_url"),
          parameters: new Map(parameters.map((parameter) => [parameter.name, parameter])),
          shape,
          example: answer.example ?? Object.values(answer.examples ?? {})[0]?.value,
        }
      }),
  )
