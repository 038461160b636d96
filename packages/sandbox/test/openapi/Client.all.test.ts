/**
 * The document as a foreign generator reads it: `openapi-typescript` makes types from it, and a program
 * that calls every operation by `openapi-fetch` compiles against them and gets rows from the sandbox.
 */
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import createClient from "openapi-fetch"
import openapiTS, { astToString } from "openapi-typescript"
import ts from "typescript"
import { Connection, connections } from "../contract/support.js"
import { exampleOf, file, type Operation, operations, resolved, type Schema } from "./document.js"

/** Where the rows stand in an answer, or the value: the first reference in it. An answer without one is the value. */
const placeOf = ({ anyOf, properties, ...schema }: Schema): ReadonlyArray<string> | undefined => {
  if (anyOf !== undefined) return placeOf(resolved(anyOf[0]!))
  if (properties === undefined) return (schema.$ref ?? schema.items?.$ref) ? [] : undefined
  return Object.entries(properties)
    .map(([key, member]) => [key, placeOf(member)] as const)
    .flatMap(([key, place]) => (place === undefined ? [] : [[key, ...place]]))[0]
}

/** A value as a program has it. The generated types know no `bigint`. */
const written = (value: object) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? Number(one) : one))

/** The call of an operation with the parameters of an example, as a person writes it. */
const callOf = ({ parameters, path, responses }: Operation & { readonly path: string }, market: string) => {
  const given = parameters.flatMap((parameter) => {
    const value = exampleOf(parameter, market)
    return value === undefined ? [] : [{ ...parameter, value }]
  })
  const params = Object.entries(Array.groupBy(given, (parameter) => parameter.in)).map(
    ([where, some]) => `${where}: ${written(Object.fromEntries(some.map(({ name, value }) => [name, value])))}`,
  )
  const place = placeOf(resolved(responses["200"]!.content["application/json"].schema)) ?? []
  const read = ["data", ...place].join("?.")
  return `async (client: Client<paths>) => {
    const { data, error } = await client.GET(${JSON.stringify(path)}, { params: { ${params.join(", ")} } })
    return error === undefined ? ${read} : undefined
  }`
}

/** Every example of every operation. */
const examples = operations.flatMap((operation) =>
  Object.keys(operation.responses["200"]!.content["application/json"].examples!).map(
    (market) => [`${operation.operationId} of ${market}`, callOf(operation, market)] as const,
  ),
)

const program = `
import type { Client } from "openapi-fetch"
import type { paths } from "./document.js"

export const calls = {
${examples.map(([name, call]) => `${JSON.stringify(name)}: ${call},`).join("\n")}
}
`

interface Program {
  readonly calls: Readonly<Record<string, (client: unknown) => Promise<unknown>>>
}

/** What the compiler says of a program in a directory; it writes the program's JavaScript beside it. */
const compile = (path: string) => {
  const fetchTypes = fileURLToPath(new URL("../../node_modules/openapi-fetch/dist/index.d.mts", import.meta.url))
  const compiled = ts.createProgram([path], {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { "openapi-fetch": [fetchTypes] },
    types: [],
    strict: true,
    skipLibCheck: true,
  })
  const { diagnostics } = compiled.emit()
  return [...ts.getPreEmitDiagnostics(compiled), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, "\n"),
  )
}

const isEmpty = (answer: unknown) => answer === undefined || (Array.isArray(answer) && answer.length === 0)

layer(connections["over a socket, by fetch"], { excludeTestServices: true })((it) => {
  it.scoped(
    "a client that a foreign generator makes from the document compiles, and gets rows for every operation",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const directory = yield* files.makeTempDirectoryScoped({ prefix: "candela-openapi-" })
        const types = astToString(yield* Effect.promise(() => openapiTS(file)))
        yield* files.writeFileString(join(directory, "document.d.ts"), types)
        const source = join(directory, "client.mts")
        yield* files.writeFileString(source, program)
        assert.deepStrictEqual(compile(source), [])

        const { baseUrl } = yield* Connection
        const client = createClient({
          baseUrl,
          headers: { authorization: "Bearer key" },
          querySerializer: { array: { style: "form", explode: false } },
        })
        const compiled = pathToFileURL(join(directory, "client.mjs")).href
        const { calls } = (yield* Effect.promise(() => import(/* @vite-ignore */ compiled))) as Program
        const answers = yield* Effect.forEach(Object.entries(calls), ([name, call]) =>
          Effect.map(
            Effect.promise(() => call(client)),
            (answer) => [name, isEmpty(answer)] as const,
          ),
        )
        assert.isAtLeast(answers.length, operations.length)
        assert.deepStrictEqual(
          answers.filter(([, empty]) => empty),
          [],
        )
      }).pipe(Effect.provide(NodeFileSystem.layer)),
  )
})
