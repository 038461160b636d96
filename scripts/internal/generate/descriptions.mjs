// What the doc comments say of endpoints, parameters and fields, for whoever needs it at run time:
// `./scripts/generate` writes it into the sandbox and docs/endpoints.md, after a build: it reads what the compiler emitted.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format, resolveConfig } from "prettier"
import ts from "typescript"
import { declarationsOf, endpointsOf } from "./declarations.mjs"
import { page, tableOf, withTable } from "./endpointTable.mjs"
import { filterText } from "./filterText.mjs"
import { schemaFields } from "./schemaFields.mjs"
import { servicesOf } from "./services.mjs"
import { publicPackages, root } from "../workspace.mjs"

/** The generated module. */
export const file = join(root, "packages/sandbox/src/generated/descriptions.ts")

/** The packages whose services are described: those that stand between core and the sandbox. */
export const described = publicPackages.filter(({ manifest }) => "@candela/core" in (manifest.peerDependencies ?? {}))

/** A doc comment on one line, its links as the names that they show. */
const plain = (comment) =>
  comment
    .replace(/\{@link\s+([^}|\s]+)(?:[|\s]+([^}]+))?\}/g, (_, target, label) => label ?? target)
    .replace(/\s+/g, " ")
    .trim()

const textOf = (checker, symbol) => plain(ts.displayPartsToString(symbol?.getDocumentationComment(checker) ?? []))

const isOurs = ({ declarations = [] }) =>
  declarations.some((declaration) => !declaration.getSourceFile().fileName.includes("/node_modules/"))

/** The records that a type consists of: the members of a union, the elements of an array. */
const recordsIn = (checker, type) => {
  if (type.isUnion()) return type.types.flatMap((member) => recordsIn(checker, member))
  if (checker.isArrayType(type)) return checker.getTypeArguments(type).flatMap((item) => recordsIn(checker, item))
  const isRecord = (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0
  return isRecord && type.getProperties().some(isOurs) ? [type] : []
}

/** By the place of their declarations: the compiler's own order changes with what else it has read. */
const byPlace = (one, other) => {
  const [file, otherFile] = [one, other].map((symbol) => symbol.declarations[0].getSourceFile().fileName)
  if (file !== otherFile) return file < otherFile ? -1 : 1
  return one.declarations[0].pos - other.declarations[0].pos
}

/** The fields of a type, nested ones under their path (`session.close`). Where the kinds of a union differ, a field has the texts of all. */
const fieldsOf = (checker, type, isField = () => true) => {
  const texts = new Map()
  const visit = (type, path) => {
    const fields = recordsIn(checker, type).flatMap((record) => record.getProperties())
    for (const field of fields.filter(isField).sort(byPlace)) {
      const fieldType = checker.getNonNullableType(checker.getTypeOfSymbol(field))
      // A kind of a union says of a field that it lacks: `type?: undefined`.
      if ((fieldType.flags & ts.TypeFlags.Never) !== 0) continue
      const name = [...path, field.name].join(".")
      texts.set(name, (texts.get(name) ?? new Set()).add(textOf(checker, field)))
      visit(fieldType, [...path, field.name])
    }
  }
  visit(type, [])
  return Object.fromEntries(Array.from(texts, ([name, all]) => [name, [...all].filter(Boolean).join(" ")]))
}

/** The parameters as they stand in a URL. */
const paramsOf = (checker, { endpoint, request }) =>
  Object.fromEntries(
    Object.entries(endpoint.wireParams).map(([name, { filter }]) => {
      const parameter = checker.getPropertyOfType(request, name)
      const own = textOf(checker, parameter)
      if (own !== "" || filter === undefined) return [name, own]
      const field = textOf(checker, checker.getPropertyOfType(request, filter.field))
      const type = checker.typeToString(checker.getTypeOfSymbol(parameter))
      return [name, field && filterText(field, filter.operator, type)]
    }),
  )

const describeEndpoint = (checker, found) => {
  const { answer, endpoint, row, symbol } = found
  // The service sends neither: rows are described apart, and the client tells of invalid ones.
  const isOfPage = ({ name }) => name !== "results" && name !== "invalid"
  return {
    description: textOf(checker, symbol),
    ...(endpoint.recordsFrom === undefined ? {} : { recordsFrom: endpoint.recordsFrom }),
    params: paramsOf(checker, found),
    ...(endpoint.kind === "single"
      ? { value: fieldsOf(checker, answer) }
      : { page: fieldsOf(checker, answer, isOfPage), row: fieldsOf(checker, row) }),
  }
}

const without = (texts, what) =>
  Object.keys(texts)
    .filter((name) => texts[name] === "")
    .map((name) => `the ${what} "${name}" has no text`)

/** What the fields of a type lack: texts, or the same fields in the schemas that it stands for. */
const gapsInFields = (what, texts, schemas) => {
  const decoded = new Set(schemas.flatMap((schema) => [...schemaFields(schema)]))
  return [
    ...without(texts, `field of the ${what}`),
    ...[...decoded].filter((name) => !(name in texts)).map((name) => `the type of the ${what} lacks "${name}"`),
    ...Object.keys(texts)
      .filter((name) => !decoded.has(name))
      .map((name) => `the schema of the ${what} lacks "${name}"`),
  ]
}

const gapsIn = ({ endpoint, name }, { description, page, params, row, value }) =>
  [
    ...(description === "" ? ["it has no comment"] : []),
    ...without(params, "parameter"),
    ...(value === undefined
      ? [
          ...gapsInFields("page", page, [endpoint.envelope, endpoint.beside].filter(Boolean)),
          ...gapsInFields("row", row, [endpoint.row]),
        ]
      : gapsInFields("value", value, [endpoint.value])),
  ].map((gap) => `${name}: ${gap}`)

/** What is said of each endpoint of the packages, under the endpoint's name; and what is missing, in words. */
export const describe = async (packages) => {
  const program = declarationsOf(packages)
  const checker = program.getTypeChecker()
  const endpoints = (await servicesOf(packages)).flatMap((service) => endpointsOf(program, service))
  const all = endpoints.map((found) => [found, describeEndpoint(checker, found)])
  return {
    descriptions: Object.fromEntries(all.map(([{ endpoint }, description]) => [endpoint.name, description])),
    gaps: all.flatMap(([found, description]) => gapsIn(found, description)),
  }
}

const moduleOf = (descriptions) => `
// Generated by \`./scripts/generate\` from the doc comments of the domains: change those and run it again.

/** What the doc comments of a domain say of an endpoint. Nested fields stand under their path: \`session.close\`. */
export interface Description {
  /** What the endpoint gives. */
  readonly description: string
  /** Since when there are records: \`2003-09-10\`. */
  readonly recordsFrom?: string
  /** The parameters as they stand in a URL. */
  readonly params: Readonly<Record<string, string>>
  /** The fields of a page beside its rows. */
  readonly page?: Readonly<Record<string, string>>
  /** The fields of a row. */
  readonly row?: Readonly<Record<string, string>>
  /** The fields of a single value. */
  readonly value?: Readonly<Record<string, string>>
}

/** What the doc comments of the domains say, by the names of the endpoints: \`stocks.bars\`. */
export const descriptions: Readonly<Record<string, Description>> = ${JSON.stringify(descriptions)}
`

/** The text of the generated module. */
export const render = async (descriptions) =>
  format(moduleOf(descriptions).trim(), { ...(await resolveConfig(file)), filepath: file })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const services = await servicesOf(described)
  const { descriptions, gaps } = await describe(described)
  if (gaps.length === 0) {
    writeFileSync(file, await render(descriptions))
    writeFileSync(page, await withTable(readFileSync(page, "utf8"), tableOf(services, descriptions)))
  }
  for (const gap of gaps) console.error(gap)
  process.exitCode = gaps.length === 0 ? 0 : 1
}
