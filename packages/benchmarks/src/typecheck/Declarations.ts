/**
 * Declarations of the size of the whole specification, made up: as many endpoints, parameters, filters and fields as it has, nothing shared between them. They
 * tell what all methods will cost the type checker before all of them exist.
 */

/** What an endpoint of the specification is made of, by count. */
interface Size {
  readonly kind: "single" | "list" | "paged"
  /** Parameters that are no filters. */
  readonly plain: number
  /** Filters with range operators, with range operators and `any_of`, and with `any_of` alone. */
  readonly range: number
  readonly rangeOrAnyOf: number
  readonly anyOf: number
  readonly fields: number
}

const size = (
  kind: Size["kind"],
  plain: number,
  range: number,
  rangeOrAnyOf: number,
  anyOf: number,
  fields: number,
) => ({
  kind,
  plain,
  range,
  rangeOrAnyOf,
  anyOf,
  fields,
})

const bars = size("paged", 8, 0, 0, 0, 17)
const statements = size("paged", 2, 4, 4, 0, 42)
const snapshots = size("list", 2, 0, 0, 0, 52)
const indicator = size("paged", 8, 1, 0, 0, 19)

/** The 43 endpoints of the specification. */
const sizes: ReadonlyArray<Size> = [
  ...[bars, bars, bars],
  ...[size("list", 3, 0, 0, 0, 16), size("single", 3, 0, 0, 0, 11), size("list", 2, 0, 0, 0, 15)],
  ...[size("paged", 2, 2, 1, 1, 16), size("paged", 5, 6, 0, 0, 14)],
  ...[statements, statements, size("paged", 2, 20, 2, 0, 27)],
  ...[size("paged", 3, 2, 0, 0, 24), size("paged", 11, 1, 0, 0, 21), size("single", 2, 0, 0, 0, 38)],
  ...[size("single", 4, 0, 0, 0, 12), size("single", 2, 0, 0, 0, 8), size("paged", 4, 1, 0, 0, 9)],
  ...[snapshots, snapshots, snapshots, snapshots, snapshots, snapshots, snapshots, snapshots, snapshots],
  size("paged", 4, 0, 1, 0, 83),
  ...[indicator, indicator, indicator, indicator, indicator, indicator, indicator, indicator],
  ...[size("paged", 2, 1, 3, 5, 21), size("paged", 3, 3, 2, 1, 21), size("paged", 4, 1, 0, 0, 14)],
  ...[size("paged", 2, 0, 1, 0, 11), size("paged", 2, 0, 1, 0, 12), size("paged", 2, 1, 0, 0, 23)],
  ...[size("paged", 2, 1, 2, 3, 29), size("paged", 2, 2, 2, 1, 21), size("list", 5, 0, 0, 0, 11)],
]

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index))
const kinds = { single: "Single", list: "List", paged: "Paged" } as const

/** The text of a module that declares an endpoint, as the domains declare theirs. */
const moduleOf = ({ anyOf, fields, kind, plain, range, rangeOrAnyOf }: Size, number: number): string => {
  const limit =
    kind === "paged" ? ["  /** Size of a page. */", "  limit: Param.limit({ default: 100, max: 1000 }),"] : []
  const documented = (name: string) => `  /** What ${name} means, in a few words. */`
  const params = [
    ...times(Math.max(1, plain - (limit.length === 0 ? 0 : 1)), (index) =>
      index === 0
        ? `${documented("it")}\n  ticker: Param.String,`
        : `${documented("it")}\n  plain${index}: Param.optional(Param.${["String", "Number", "Boolean"][index % 3]}),`,
    ),
    ...times(
      range,
      (index) => `${documented("it")}\n  range${index}: Filter.range(Param.${["Date", "Number"][index % 2]}),`,
    ),
    ...times(rangeOrAnyOf, (index) => `${documented("it")}\n  several${index}: Filter.rangeOrAnyOf(Param.String),`),
    ...times(anyOf, (index) => `${documented("it")}\n  any${index}: Filter.anyOf(Param.literal("a", "b", "c")),`),
    ...limit,
  ]
  const members = times(fields, (index) => {
    const schema = ["Number", "String", "Number", "Boolean"][index % 4]
    return `${documented("it")}\n  field${index}: Field.${index % 3 === 0 ? "required" : "optional"}(Schema.${schema}),`
  })
  const name = `Row${number}`
  const row = kind === "single" ? "value" : "row"
  return `import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Schema from "effect/Schema"

export { Filter }
const params = {
${params.join("\n")}
}
/** What to ask for. */
export interface Request${number} extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}
const fields = {
${members.join("\n")}
}
/** A row. */
export interface ${name} extends Field.Row<typeof fields>, Endpoint.Named {}
/** Schema of a row. */
export const ${name}: Schema.Schema<${name}, Schema.Struct.Encoded<typeof fields>> = Schema.Struct(fields)
/** The endpoint. */
export const endpoint${number}: Endpoint.${kinds[kind]}<Request${number}, ${name}, typeof params> = Endpoint.${kind}("made.up${number}", {
  path: "/v1/made/up/${number}/{ticker}",
  params,
  ${row}: ${name},
})
`
}

const service = `import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
${sizes.map((_, number) => `import * as Module${number} from "./Module${number}.js"`).join("\n")}

const endpoints = {
${sizes.map((_, number) => `  /** Method ${number}. */\n  method${number}: Module${number}.endpoint${number},`).join("\n")}
}
/** All methods. */
export class All extends Context.Tag("All")<All, All.Service>() {
  static readonly endpoints: typeof endpoints = endpoints
  static readonly layer: Layer.Layer<All, never, MarketData> = Client.layer(All, endpoints)
}
export declare namespace All {
  export interface Service extends Client.Methods<typeof endpoints> {}
}
`

const use = ({ anyOf, kind, plain, range, rangeOrAnyOf }: Size, number: number): string => {
  const written = [
    'ticker: "A"',
    ...(plain > 2 ? ["plain1: 1"] : []),
    ...(range > 0 ? ['range0: "2024-01-01"', '"range0.gte": "2024-01-01"'] : []),
    ...(rangeOrAnyOf > 0 ? ['"several0.any_of": ["A"]', '"several0.lt": "B"'] : []),
    ...(anyOf > 0 ? ['any0: "a"'] : []),
  ]
  const answer = kind === "single" ? `answer${number}.field0` : `answer${number}.results.map((row) => row.field0)`
  return [
    `  const answer${number} = yield* all.method${number}({ ${written.join(", ")} })`,
    `  yield* Effect.log(${answer})`,
    ...(kind === "paged"
      ? [
          `  yield* all.method${number}.stream({ ${written.join(", ")} }).pipe(Stream.runForEach((row) => Effect.log(row.field1)))`,
        ]
      : []),
  ].join("\n")
}

const program = `import { MarketData } from "@candela/core/MarketData"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Stream } from "effect"
import { All } from "./All.js"

export const main = Effect.gen(function* () {
  const all = yield* All
${sizes.map(use).join("\n")}
}).pipe(
  Effect.catchTag("Unauthorized", (error) => Effect.logError(error.message)),
  Effect.provide(
    All.layer.pipe(
      Layer.provide(MarketData.layer({ baseUrl: "https://api.example.com", apiKey: "key" })),
      Layer.provide(FetchHttpClient.layer),
    ),
  ),
)
`

/** The modules by their file names: the declarations, and the program that uses every method. */
export const modules: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sizes.map((size, number) => [`Module${number}.ts`, moduleOf(size, number)])),
  "All.ts": service,
}

/** A program that uses every method, also as a stream. */
export { program }
