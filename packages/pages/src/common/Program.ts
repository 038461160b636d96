/**
 * Requests as Effect programs. No program contains a key.
 *
 * @module
 */

/** Result that a program uses: a single page or value, all rows, or all rows as typed arrays. */
export type Use = "page" | "rows" | "columns"

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

const uses = (call: string, use: Use): ReadonlyArray<string> => {
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
      return [`  const answer = yield* ${call}`, "  yield* Console.log(answer)"]
  }
}

/** Returns a program that sends a request to the service at a base URL. It reads the key from the environment. */
export const program = (baseUrl: string, name: string, request: object, use: Use): string => {
  const [variable, method] = name.split(".") as [string, string]
  const service = `${variable[0]!.toUpperCase()}${variable.slice(1)}`
  const ofEffect = ["Console", "Effect", "Layer", ...(use === "page" ? [] : ["Stream"])]
  return [
    'import { MarketData } from "@candela/core"',
    `import { ${service} } from "@candela/${variable}"`,
    'import { FetchHttpClient } from "@effect/platform"',
    `import { ${ofEffect.join(", ")} } from "effect"`,
    "",
    "const program = Effect.gen(function* () {",
    `  const ${variable} = yield* ${service}`,
    ...uses(`${variable}.${method}(${object(request)})`, use),
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
