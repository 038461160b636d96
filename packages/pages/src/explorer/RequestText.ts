/**
 * A call as texts to copy: the path that it asks for, and the program on Effect that makes it. No text holds a key.
 *
 * @module
 */
import * as Request from "@candela/core/Request"
import type * as Either from "effect/Either"
import type { Call } from "./Catalog.js"

/** The path and query of a call's first request. A stream asks for the largest pages that the endpoint gives. */
export const path = ({ entry: { endpoint }, request, use }: Call): Either.Either<string, Request.Refusal> => {
  const limit = use === "page" ? undefined : Request.nameOf(endpoint, "Limit")
  const size = limit === undefined ? {} : { [limit]: endpoint.wireParams[limit]!.bounds!.max }
  return Request.url(endpoint, { ...request, ...size })
}

const identifier = /^[A-Za-z_$][\w$]*$/

const literal = (value: unknown): string =>
  typeof value === "bigint"
    ? `${value}n`
    : Array.isArray(value)
      ? `[${value.map(literal).join(", ")}]`
      : JSON.stringify(value)

const object = (request: object): string => {
  const fields = Object.entries(request).map(
    ([name, value]) => `    ${identifier.test(name) ? name : JSON.stringify(name)}: ${literal(value)},`,
  )
  return fields.length === 0 ? "{}" : ["{", ...fields, "  }"].join("\n")
}

const uses = (call: string, { entry: { endpoint }, use }: Call): ReadonlyArray<string> => {
  switch (use) {
    case "columns":
      return [
        `  const chunks = ${call.replace("(", ".columns(")}`,
        "  yield* Stream.runForEach(chunks, ({ columns }) =>",
        "    Console.log(columns),",
        "  )",
      ]
    case "rows":
      return [`  const rows = ${call.replace("(", ".stream(")}`, "  yield* Stream.runForEach(rows, Console.log)"]
    case "page":
      return endpoint.kind === "single"
        ? [`  const value = yield* ${call}`, "  yield* Console.log(value)"]
        : [`  const { results } = yield* ${call}`, "  yield* Console.log(results)"]
  }
}

/** The program that makes a call of the service at a base URL. It reads the key from the environment. */
export const program = (baseUrl: string, call: Call): string => {
  const { method, package: from, service } = call.entry
  const variable = service.toLowerCase()
  const ofEffect = ["Console", "Effect", "Layer", ...(call.use === "page" ? [] : ["Stream"])]
  return [
    'import { MarketData } from "@candela/core"',
    `import { ${service} } from ${JSON.stringify(from)}`,
    'import { FetchHttpClient } from "@effect/platform"',
    `import { ${ofEffect.join(", ")} } from "effect"`,
    "",
    "const program = Effect.gen(function* () {",
    `  const ${variable} = yield* ${service}`,
    ...uses(`${variable}.${method}(${object(call.request)})`, call),
    "})",
    "",
    "// MARKET_DATA_API_KEY is your key, MARKET_DATA_URL is",
    `// ${baseUrl}`,
    `const Live = ${service}.layer.pipe(`,
    "  Layer.provide(MarketData.layerConfig()),",
    "  Layer.provide(FetchHttpClient.layer),",
    ")",
    "",
    "await Effect.runPromise(Effect.provide(program, Live))",
  ].join("\n")
}
