// Writes a first declaration of a document's operation, in the form of the domains' modules. A
// person reads it, and completes what the document does not say.
import { frame } from "../drift/document.mjs"
import { exampleAt, isInstant, unitOf, writer } from "./fields.mjs"
import { comment, draft, keyOf, methodOf, pascal, singular, wordsOf } from "./names.mjs"
import { members as parameterMembers } from "./parameters.mjs"

/** The names of modules, which no row can have. */
const modules = ["Endpoint", "Envelope", "Field", "Filter", "Instant", "Param", "Schema", "Ticker", "Unit"]

const isRows = (shape) => shape?.types.includes("array") === true && (shape.item?.fields.size ?? 0) > 0

/** Where the rows or the value of an answer stand, and what stands around and beside them. */
const placeOf = ({ shape }) => {
  if (isRows(shape)) return { kind: "rows", at: "", shape: shape.item, around: new Map(), beside: new Map() }
  const own = [...shape.fields].filter(([key]) => !frame.includes(key))
  const without = (fields, ...keys) => new Map([...fields].filter(([key]) => !keys.includes(key)))
  const around = (key) => without(new Map(own), key)
  const lists = own.filter(([, field]) => isRows(field.shape))
  const list = lists.find(([key]) => key === "results") ?? (lists.length === 1 ? lists[0] : undefined)
  if (list !== undefined && (list[0] === "results" || shape.fields.has("status") || shape.fields.has("next_url")))
    return { kind: "rows", at: list[0], shape: list[1].shape.item, around: around(list[0]), beside: new Map() }
  const holder = own.find(([key, field]) => key === "results" && field.shape.fields.size > 0)
  if (holder !== undefined) {
    const inner = [...holder[1].shape.fields].filter(([, field]) => isRows(field.shape))
    if (inner.length === 1 && inner[0][0] === "values")
      return {
        kind: "rows",
        at: `results.${inner[0][0]}`,
        shape: inner[0][1].shape.item,
        around: around("results"),
        beside: without(holder[1].shape.fields, inner[0][0]),
      }
  }
  const objects = own.filter(([, field]) => field.shape.fields.size > 0 && !field.shape.types.includes("array"))
  if (own.length === 1 && objects.length === 1)
    return { kind: "value", at: own[0][0], shape: own[0][1].shape, around: new Map(), beside: new Map() }
  return {
    kind: "value",
    at: undefined,
    shape: { ...shape, fields: new Map(own) },
    around: new Map(),
    beside: new Map(),
  }
}

const valueAt = (example, at) =>
  at === undefined || at === "" ? example : at.split(".").reduce((value, key) => value?.[key], example)

/** The imports that a module's text uses, in our order. */
const importsOf = (text) =>
  [
    ["Endpoint", "@candela/core/declare/Endpoint"],
    ["Field", "@candela/core/declare/Field"],
    ["Unit", "@candela/core/declare/Unit"],
    ["Filter", "@candela/core/declare/Filter"],
    ["Param", "@candela/core/declare/Param"],
    ["Instant", "@candela/market/Instant"],
    ["Ticker", "@candela/market/Ticker"],
    ["Schema", "effect/Schema"],
  ]
    .filter(([name]) => new RegExp(`\\b${name}\\.`).test(text))
    .map(([name, path]) => `import * as ${name} from "${path}"`)

/** The row's or the value's schema, with its interface. */
const rowText = (name, { fields }, text, example) => {
  const found = [...fields]
    .filter(([key, { shape }]) => isInstant(shape, key, exampleAt(example, key)))
    .map(([key]) => JSON.stringify(key))
  const [schema, annotation] =
    found.length === 0
      ? [`Field.struct(fields, "${name}")`, ""]
      : [
          `Instant.readable(Field.struct(fields, "${name}"), ${found.join(", ")})`,
          ` & Instant.Reader<${name}, ${[found[0], ...(found.length > 1 ? [found.slice(1).join(" | ")] : [])].join(", ")}>`,
        ]
  return [
    comment(text),
    `export interface ${name} extends Field.Row<typeof fields>, Endpoint.Named {}`,
    "",
    `/** Schema of {@link ${name}}. */`,
    `export const ${name}: Field.SchemaOf<${name}, typeof fields>${annotation} = ${schema}`,
  ].join("\n")
}

/** The page of rows with fields around or beside them. */
const pageText = (name, row, groups) =>
  [
    `/** A page of {@link ${row}}s, with what stands around them. */`,
    `export interface ${name} extends Envelope.Page<${row}>, ${groups.map((one) => `Field.Row<typeof ${one}>`).join(", ")} {}`,
  ].join("\n")

/**
 * The module of a first declaration with the method of a name, and what a person must decide. Rows
 * take none of the names that the domain has.
 */
export const declarationOf = (operation, { method = methodOf(operation), service = "", taken = [] } = {}) => {
  // A module `Index` beside the package's own `index` is one file on a disk that ignores case.
  const concept = method === "index" ? pascal(`${service}-index`) : pascal(method)
  const place = placeOf(operation)
  const isList = place.kind === "rows"
  const one = singular(concept)
  const row = [...modules, ...taken].includes(one) ? `${concept}${isList ? "Row" : "Value"}` : one
  const decisions = []
  const write = writer(decisions)
  for (const name of [...modules, ...taken, row, `${concept}Page`, `${concept}Request`]) write.reserve(name)
  const rows = valueAt(operation.example, place.at)
  const fields = write.members(
    place.shape.fields,
    place.at === undefined ? "" : isList ? `${place.at}[]` : place.at,
    rows,
    row,
  )
  const groups = [
    ["envelope", place.around, operation.example],
    ["beside", place.beside, operation.example?.results],
  ].filter(([, found]) => found.size > 0)
  const groupTexts = groups.map(
    ([name, found, example]) => `const ${name} = {\n${write.members(found, "", example, concept)}\n}`,
  )
  const unitsOfRow = Array.from(place.shape.fields, ([key, { shape }]) => [
    key,
    unitOf(shape, key, exampleAt(rows, key)),
  ])
  const params = parameterMembers(operation, service, new Map(isList ? unitsOfRow : []), decisions)
  const onFields = /: Filter\./.test(params)
  const request = `${concept}Request`
  const kind = isList ? (operation.paged ? "Paged" : "List") : "Single"
  const page = groups.length === 0 ? "" : `, ${concept}Page`
  const options = [
    `path: ${JSON.stringify(operation.path)}`,
    "params",
    `${isList ? "row" : "value"}: ${row}`,
    ...groups.map(([name]) => name),
    ...(place.at === undefined || (isList && place.at === "results") ? [] : [`at: ${JSON.stringify(place.at)}`]),
  ]
  const summary = operation.summary || operation.text || concept
  const body = [
    ...write.records,
    `const fields = {\n${fields}\n}`,
    rowText(row, place.shape, draft(isList ? "" : place.shape.text, `what a \`${row}\` is.`), rows),
    ...groupTexts,
    ...(groups.length === 0
      ? []
      : [
          pageText(
            `${concept}Page`,
            row,
            groups.map(([name]) => name),
          ),
        ]),
    params === "" ? "const params = {}" : `const params = {\n${params}\n}`,
    `/** Request for ${wordsOf(concept)}. */\nexport interface ${request} extends Endpoint.${
      onFields ? "RequestOn<typeof fields, typeof params>" : "RequestOf<typeof params>"
    }, Endpoint.Named {}`,
    `export const ${keyOf(method)}: Endpoint.${kind}<${request}, ${row}, typeof params${page}> = Endpoint.${kind.toLowerCase()}({\n  ${options.join(",\n  ")},\n})`,
  ].join("\n\n")
  const imports = importsOf(body)
  const envelope = /\bEnvelope\./.test(body) ? [`import type * as Envelope from "@candela/core/declare/Envelope"`] : []
  const module = [
    `/** ${draft(summary, "what the module declares.")} @module */`,
    imports[0],
    ...envelope,
    ...imports.slice(1),
    "",
    body,
  ].join("\n")
  return { method, concept, module, params, decisions: [texts, ...decisions, ...always(place)] }
}

const texts = "Write each text that is marked TODO: what stands there is the document's."

/** Decisions that a document leaves to a person. */
const always = ({ kind, shape }) => {
  const required = [...shape.fields].flatMap(([name, field]) => (field.required ? [name] : []))
  return [
    `All fields are optional, since real answers leave fields out${required.length === 0 ? "" : ` (the document requires ${required.join(", ")})`}. Make one \`Field.required\` if a row means nothing without it, and list it in packages/testing/test/answers.test.ts.`,
    ...(kind === "rows"
      ? [
          "`key`: the field that identifies a row, if one does. `recordsFrom`: the date of the first record, if it is known.",
        ]
      : []),
  ]
}
