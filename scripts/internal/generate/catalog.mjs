// The generated part of the catalogue, and the table of docs/endpoints.md: the services with the texts of their doc
// comments and doc tags. `./scripts/generate` writes it after a build of the domains, from the emitted declarations.
import { Either } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runInNewContext } from "node:vm"
import ts from "typescript"
import * as Request from "../../../packages/core/dist/Request.js"
import { routesFile, routesText } from "./barrels.mjs"
import { declarationsOf, derivedOf, endpointsOf, topicsOf, withoutPlatform } from "./declarations.mjs"
import { page, tableOf, topicTableOf, withTables } from "./endpointTable.mjs"
import { formatted, writeChanged } from "./generate.mjs"
import { liveServicesOf, servicesOf } from "./services.mjs"
import { domains, root } from "../workspace.mjs"

const folder = join(root, "packages/catalog/src/generated")

/** A doc comment on one line, with links as the names that they show. */
const plain = (comment) =>
  comment
    .replace(/\{@link\s+([^}|\s]+)(?:[|\s]+([^}]+))?\}/g, (_, target, label) => label ?? target)
    .replace(/\s+/g, " ")
    .trim()

const textOf = (checker, symbol) => plain(ts.displayPartsToString(symbol?.getDocumentationComment(checker) ?? []))

/** The comment of a service's class, without that of the namespace of its types. */
const textOfClass = (symbol) => {
  const declaration = symbol?.declarations.find(ts.isClassDeclaration)
  const [comment] = declaration === undefined ? [] : ts.getJSDocCommentsAndTags(declaration)
  return plain(ts.getTextOfJSDocComment(comment?.comment) ?? "")
}

const tagOf = (checker, symbol, name) => {
  const tag = symbol?.getJsDocTags(checker).find((tag) => tag.name === name)
  return tag && plain(ts.displayPartsToString(tag.text ?? []))
}

/** The value of an `@example`: a literal of JavaScript. */
const exampleOf = (checker, symbol) => {
  const text = tagOf(checker, symbol, "example")
  return text === undefined ? undefined : JSON.parse(JSON.stringify(runInNewContext(`(${text})`)))
}

const isOurs = ({ declarations = [] }) =>
  declarations.some((declaration) => !declaration.getSourceFile().fileName.includes("/node_modules/"))

/** The records in a type: the members of a union, the elements of an array, the values of a map. */
const recordsIn = (checker, type) => {
  if (type.isUnion()) return type.types.flatMap((member) => recordsIn(checker, member))
  if (checker.isArrayType(type)) return checker.getTypeArguments(type).flatMap((item) => recordsIn(checker, item))
  const mapped = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  if (mapped !== undefined) return recordsIn(checker, mapped.type)
  const isRecord = (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0
  return isRecord && type.getProperties().some(isOurs) ? [type] : []
}

/** Orders symbols by the place of their declarations: the compiler's order depends on which files it read before. */
const byPlace = (one, other) => {
  const [file, otherFile] = [one, other].map((symbol) => symbol.declarations[0].getSourceFile().fileName)
  if (file !== otherFile) return file < otherFile ? -1 : 1
  return one.declarations[0].pos - other.declarations[0].pos
}

/**
 * The texts of a type's fields, nested ones under their path (`session.close`). A field of several
 * kinds of a union has the texts of all.
 */
const fieldTexts = (checker, type, isField = () => true) => {
  const texts = new Map()
  const visit = (type, path) => {
    const fields = recordsIn(checker, type).flatMap((record) => record.getProperties())
    for (const field of fields.filter(isField).sort(byPlace)) {
      const fieldType = checker.getNonNullableType(checker.getTypeOfSymbol(field))
      // A member of a union declares a field that it lacks as `type?: undefined`.
      if ((fieldType.flags & ts.TypeFlags.Never) !== 0) continue
      const name = [...path, field.name].join(".")
      texts.set(name, (texts.get(name) ?? new Set()).add(textOf(checker, field)))
      visit(fieldType, [...path, field.name])
    }
  }
  visit(type, [])
  // By name: a compiled type has its fields in another order where the compiler met its parts in another one.
  const names = [...texts.keys()].sort()
  return Object.fromEntries(names.map((name) => [name, [...texts.get(name)].filter(Boolean).join(" ")]))
}

const nonEmpty = (record) => {
  const entries = Object.entries(record).filter(([, value]) => value !== "" && value !== undefined)
  return Object.fromEntries(entries)
}

/** The `Texts` of one endpoint in the catalogue. */
const textsOf = (checker, { answer, endpoint, request, row, symbol }) => {
  const perParameter = (read) =>
    nonEmpty(
      Object.fromEntries(
        Object.keys(endpoint.wireParams).map((name) => [name, read(checker.getPropertyOfType(request, name))]),
      ),
    )
  const examples = perParameter((parameter) => exampleOf(checker, parameter))
  // The example of a method that several markets share lacks what each market calls its ticker.
  const required = Object.entries(examples).filter(([name]) => endpoint.wireParams[name].presence === "required")
  const number = tagOf(checker, symbol, "specification")
  // Rows are described separately, and `invalid` exists only in the client.
  const isOfEnvelope = ({ name }) => name !== "results" && name !== "invalid"
  return {
    text: textOf(checker, symbol),
    ...(number === undefined ? {} : { specification: /^\d+$/.test(number) ? Number(number) : number }),
    example: { ...Object.fromEntries(required), ...exampleOf(checker, symbol) },
    parameters: perParameter((parameter) => textOf(checker, parameter)),
    ...(Object.keys(examples).length === 0 ? {} : { examples }),
    ...(endpoint.kind === "single" ? {} : { envelope: fieldTexts(checker, answer, isOfEnvelope) }),
    fields: fieldTexts(checker, endpoint.kind === "single" ? answer : row),
  }
}

/** The numbers that a service's endpoints have in the specification, in ascending order. */
const numbersOf = ({ texts }) =>
  Object.values(texts)
    .flatMap(({ specification }) => (typeof specification === "number" ? [specification] : []))
    .sort((one, other) => one - other)

/** By the first number in which two services differ; a service without a number comes last. */
const bySpecification = (one, other) => {
  const [own, others] = [one, other].map(numbersOf)
  const at = own.findIndex((number, index) => number !== others[index])
  return at < 0 ? others.length - own.length : own[at] - (others[at] ?? Infinity)
}

/** A live service with its texts. */
const liveOf = (program, service) => {
  const checker = program.getTypeChecker()
  const found = topicsOf(program, service)
  const texts = Object.fromEntries(
    found.map(({ row, symbol, topic }) => [
      topic.name,
      { text: textOf(checker, symbol), fields: fieldTexts(checker, row) },
    ]),
  )
  return { ...service, text: textOfClass(found[0]?.service), texts }
}

/** The services of packages (as `workspace.mjs` lists them), those of the specification first, in its order. */
export const read = async (packages) => {
  const program = declarationsOf(packages, withoutPlatform)
  const checker = program.getTypeChecker()
  const live = (await liveServicesOf(packages)).map((service) => liveOf(program, service))
  const services = (await servicesOf(packages)).map((service) => {
    const found = endpointsOf(program, service)
    const texts = Object.fromEntries(found.map((one) => [one.endpoint.name, textsOf(checker, one)]))
    const derived = derivedOf(program, service).map(({ method, signature, symbol }) => ({
      method,
      signature,
      text: textOf(checker, symbol),
    }))
    const own = live.find(({ directory }) => directory === service.directory)
    return { ...service, text: textOfClass(found[0]?.service), texts, derived, live: own }
  })
  return services.sort(bySpecification)
}

/** The endpoints with texts that are still to be written; empty if there are none. */
export const textsToWrite = (services) =>
  services.flatMap(({ texts }) =>
    Object.entries(texts).flatMap(([name, { envelope = {}, fields, parameters, text }]) => {
      const all = [text, ...[envelope, fields, parameters].flatMap(Object.values)]
      const { length } = all.filter((one) => one.startsWith("TODO"))
      return length === 0
        ? []
        : [`${name}: ${length} ${length === 1 ? "text is" : "texts are"} still to be written (TODO)`]
    }),
  )

/** Errors of example requests that their endpoints reject; empty if there are none. */
export const refusedExamples = (services) =>
  services.flatMap(({ endpoints, texts }) =>
    Object.values(endpoints).flatMap((endpoint) => {
      const url = Request.url(endpoint, texts[endpoint.name].example)
      return Either.isLeft(url) ? [`${endpoint.name}: its @example is refused: ${url.left.message}`] : []
    }),
  )

const servicesModule = (services) => `
// Generated by \`./scripts/generate\` from the packages of the workspace.
${services.map(({ name, package: of }) => `import { ${name} } from "${of}/${name}"`).join("\n")}

/**
 * The services in the order of the specification, with the packages that they are in, their doc
 * comments, and the methods that are not endpoints.
 */
export const services = [
${services.map(({ derived, name, package: of, text }) => `{ tag: ${name}, name: ${JSON.stringify(name)}, package: ${JSON.stringify(of)}, text: ${JSON.stringify(text)}, derived: ${JSON.stringify(derived)} },`).join("\n")}
] as const
`

/** The texts that the envelopes of all endpoints with rows have, word for word. */
const sharedOf = (texts) => {
  const [first = {}, ...others] = texts.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope]))
  return Object.fromEntries(
    Object.entries(first).filter(([name, text]) => others.every((envelope) => envelope[name] === text)),
  )
}

/** An endpoint's texts without those that all envelopes have. */
const ownTexts = (shared, { envelope, ...texts }) => ({
  ...texts,
  ...(envelope && { envelope: Object.fromEntries(Object.entries(envelope).filter(([name]) => !(name in shared))) }),
})

const textsModule = (services) => {
  const texts = Object.assign({}, ...services.map(({ texts }) => texts))
  const shared = sharedOf(Object.values(texts))
  const own = Object.entries(texts).map(([name, texts]) => [name, ownTexts(shared, texts)])
  return `
// Generated by \`./scripts/generate\` from the doc comments and doc tags of the domains: change those and run it again.
import type { ByName, Texts } from "../Texts.js"

/** Texts of the fields around the rows that every page has. */
export const pageTexts: ByName = ${JSON.stringify(shared)}

/** Texts from the domains' doc comments, by endpoint name. */
export const texts: Readonly<Record<string, Texts>> = ${JSON.stringify(Object.fromEntries(own))}
`
}

const liveServicesModule = (services) => `
// Generated by \`./scripts/generate\` from the packages of the workspace.
${services.map(({ name, package: of }) => `import { ${name} } from "${of}/Live"`).join("\n")}

/** The live services, with the packages that they are in and their doc comments. */
export const liveServices = [
${services.map(({ name, package: of, text }) => `{ tag: ${name}, name: ${JSON.stringify(name)}, package: ${JSON.stringify(of)}, text: ${JSON.stringify(text)} },`).join("\n")}
] as const
`

const liveTextsModule = (services) => `
// Generated by \`./scripts/generate\` from the doc comments of the domains: change those and run it again.
import type { TopicTexts } from "../Texts.js"

/** Texts of topics from the domains' doc comments, by the topic's name. */
export const liveTexts: Readonly<Record<string, TopicTexts>> = ${JSON.stringify(Object.assign({}, ...services.map(({ texts }) => texts)))}
`

const variableOf = ({ name }) => name[0].toLowerCase() + name.slice(1)

/** The uses of a method in every form that its kind has. */
const usesOf = (service, method, { kind }, example) => {
  const call = `${variableOf(service)}.${method}`
  const { limit: _, ...request } = example
  const [whole, streamed] = [example, request].map((value) => JSON.stringify(value))
  const streams = kind === "history" ? ["pages", "stream", "columns"] : kind === "paged" ? ["pages", "stream"] : []
  return [
    `yield* ${call}(${whole})`,
    ...streams.map((form) => `yield* ${call}.${form}(${streamed}).pipe(Stream.runLast)`),
  ].join(",\n")
}

const commandsFile = join(root, "packages/cli/src/commands/generated/services.ts")

/** What the help of `candela` says of the services. */
const commandsModule = (services) => `
// Generated by \`./scripts/generate\` from the packages of the workspace.

/**
 * The services in the order of the specification, with their doc comments: the catalogue, which has
 * them too, takes long to load.
 */
export const services = [
${services.map(({ package: of, text }) => `{ name: ${JSON.stringify(of.slice(of.indexOf("/") + 1))}, text: ${JSON.stringify(text)} },`).join("\n")}
] as const
`

const methodsFile = join(root, "packages/benchmarks/src/typecheck/methods.ts")

/** A program that uses every method in every form. */
const methodsModule = (services) => `
// Generated by \`./scripts/generate\` from the examples of the endpoints. It is never run: its
// type-checking cost is measured.
import * as MarketData from "@candela/core/MarketData"
${services.map(({ name, package: of }) => `import { ${name} } from "${of}/${name}"`).join("\n")}
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
${services.map((service) => `const ${variableOf(service)} = yield* ${service.name}`).join("\n")}
return [
${services.flatMap((service) => Object.entries(service.endpoints).map(([method, endpoint]) => usesOf(service, method, endpoint, service.texts[endpoint.name].example))).join(",\n")}
] as const
}).pipe(
  Effect.asVoid,
  Effect.catchTag("Unauthorized", (error) => Effect.logError(error.message)),
  Effect.catchTags({
    RateLimited: (error) => Effect.logWarning(error.retryAfter),
    DecodeError: (error) => Effect.logError(error.path),
    NotFound: () => Effect.void,
  }),
)

export const main = program.pipe(
  Effect.provide(
    Layer.mergeAll(${services.map(({ name }) => `${name}.layer`).join(", ")}).pipe(
      Layer.provide(MarketData.MarketData.layer({ baseUrl: "https://api.example.com", apiKey: "key" })),
      Layer.provide(FetchHttpClient.layer),
    ),
  ),
)
`

/**
 * The generated files with their texts: the catalogue's, the services of the command line, the
 * type-checked program of all methods, the registry of routes, the table of endpoints.
 */
export const files = async (services) => {
  const live = services.flatMap(({ live }) => live ?? [])
  const modules = {
    "services.ts": servicesModule(services),
    "texts.ts": textsModule(services),
    "liveServices.ts": liveServicesModule(live),
    "liveTexts.ts": liveTextsModule(live),
  }
  const generated = Object.entries(modules).map(async ([name, text]) => {
    const file = join(folder, name)
    return [file, await formatted(file, text.trim())]
  })
  return [
    ...(await Promise.all(generated)),
    [commandsFile, await formatted(commandsFile, commandsModule(services).trim())],
    [methodsFile, await formatted(methodsFile, methodsModule(services).trim())],
    [routesFile, await formatted(routesFile, routesText(services))],
    [page, await withTables(readFileSync(page, "utf8"), { endpoints: tableOf(services), topics: topicTableOf(live) })],
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const services = await read(domains)
  for (const [file, text] of await files(services)) writeChanged(file, text)
  const drafts = textsToWrite(services)
  if (drafts.length > 0) console.error(drafts.join("\n"))
  const gaps = refusedExamples(services)
  for (const gap of gaps) console.error(gap)
  if (gaps.length > 0) process.exitCode = 1
}
