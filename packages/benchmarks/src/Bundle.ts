/** Bundle sizes for a browser: esbuild, minified, gzipped. */
import * as Catalog from "@candela/catalog/Catalog"
import * as Structure from "@candela/core/internal/Structure"
import { Effect } from "effect"
import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { BenchmarkError } from "./Benchmark.js"

const folder = fileURLToPath(new URL("..", import.meta.url))

/** The baseline without our code: HTTP client, schemas, streams, and what runs them. */
export const BARE = [
  "@effect/platform/FetchHttpClient",
  "@effect/platform/HttpClient",
  "effect/Effect",
  "effect/Layer",
  "effect/Schema",
  "effect/Stream",
]
  .map((module) => `export * as ${module.split("/").at(-1)!} from "${module}"`)
  .join("\n")

const exportsOf = (modules: ReadonlyArray<string>) => modules.map((module) => `export * from "${module}"`).join("\n")

/** The same with the client of one bars endpoint: connection, calls, streams, columns and shards. */
export const ONE_ENDPOINT = `${BARE}
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Bar from "@candela/market/Bar"
import * as BarPage from "@candela/market/BarPage"
import * as Bars from "@candela/market/Bars"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"
export { MarketData } from "@candela/core/MarketData"
const bars = Endpoint.history({
  name: "stocks.bars",
  path: "/v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}",
  params: { stocksTicker: Ticker.Stock, ...Bars.params },
  envelope: BarPage.envelope,
  row: Bar.Bar,
  timeRange: Bars.timeRange(Market.stocks),
  recordsFrom: "2003-09-10",
})
export const client = Client.make({ bars })`

/** {@link ONE_ENDPOINT} with the declaration of a topic of the live channel, and its connection. */
const topic = `${ONE_ENDPOINT}
import * as LiveClient from "@candela/core/declare/LiveClient"
import * as Topic from "@candela/core/declare/Topic"
import * as LiveBar from "@candela/market/live/LiveBar"
export { LiveConnection } from "@candela/core/LiveConnection"
const minuteBars = Topic.make({
  cluster: "stocks",
  code: "AM",
  row: LiveBar.LiveBar,
  ticker: Ticker.Stock,
  kind: "log",
  time: (row) => row.timestamp,
  key: (row) => row.timestamp,
  wildcard: true,
  steady: true,
  fill: {
    endpoint: bars,
    method: "bars",
    request: LiveBar.request(bars, "minute"),
    ofHistory: (row, ticker) => ({ ...row, ticker }),
    ofLive: (row) => row,
    span: 60_000,
  },
  dayVolume: LiveBar.dayVolume,
})`

/** The same with the method that gives the rows of the topic. */
export const ROWS_OF_ONE_TOPIC = `${topic}
export const live = LiveClient.rows({ minuteBars })`

/**
 * The same with all methods of the topic: `events` and `follow` know what was missed, fetch it from that endpoint, and
 * go on from a checkpoint.
 */
export const ONE_TOPIC = `${topic}
export const live = LiveClient.make({ minuteBars })`

/**
 * The program of the guide that begins, as a browser gets it. It imports Effect's modules, since esbuild keeps the
 * whole of a namespace that comes through a barrel; Rollup does not.
 */
export const firstProgram = (): string =>
  readFileSync(new URL("../../../examples/src/guides/firstProgram.ts", import.meta.url), "utf8").replace(
    /^import \{ (.*) \} from "(effect|@effect\/platform)"$/gm,
    (_, names: string, package_: string) =>
      names
        .split(", ")
        .map((name) => `import * as ${name} from "${package_}/${name}"`)
        .join("\n"),
  )

/** {@link ONE_ENDPOINT} and every domain whole. */
export const DOMAINS = `${ONE_ENDPOINT}\n${exportsOf(Catalog.services.map((service) => service.package))}`

/** The fields of a type's records, nested ones too. A record that several types share counts once. */
const fieldsIn = (type: Structure.Type, seen: Set<unknown>): number => {
  const all = (types: ReadonlyArray<Structure.Type>) => types.reduce((sum, one) => sum + fieldsIn(one, seen), 0)
  switch (type._tag) {
    case "Struct": {
      if (type.forms !== undefined) return fieldsIn(Structure.of(type.forms.ast), seen)
      if (seen.has(type.record)) return 0
      seen.add(type.record)
      const fields = Structure.fieldsOf(type)
      return fields.length + all(fields.map(Structure.ofField))
    }
    case "List":
      return fieldsIn(type.item, seen)
    case "Union":
      return all(type.types)
    default:
      return 0
  }
}

/**
 * Number of fields and parameters that the domains declare: a filter is one parameter, and a record
 * that endpoints share counts once.
 */
export const declared = (): number => {
  const params = new Set<unknown>()
  const seen = new Set<unknown>()
  let fields = 0
  for (const { endpoints } of Catalog.services) {
    for (const { declaration: endpoint } of endpoints) {
      for (const param of Object.values(endpoint.params)) params.add(param)
      const schemas = endpoint.kind === "single" ? [endpoint.value] : [endpoint.row, endpoint.envelope]
      for (const schema of schemas) fields += fieldsIn(Structure.of(schema.ast), seen)
    }
  }
  return params.size + fields
}

/**
 * The size of a program's bundle in kB (1,000 bytes). With `tsconfig` its `paths` decide which
 * files our packages are, so that sources can be measured without building them.
 */
export const size = (program: string, tsconfig?: string): Effect.Effect<number, BenchmarkError> =>
  Effect.tryPromise({
    try: () =>
      build({
        stdin: { contents: program, loader: "ts", resolveDir: folder },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        target: "es2022",
        write: false,
        logLevel: "silent",
        ...(tsconfig === undefined ? {} : { tsconfig }),
      }),
    catch: (error) => new BenchmarkError({ message: `esbuild: ${String(error)}` }),
  }).pipe(Effect.map(({ outputFiles }) => gzipSync(outputFiles[0]!.contents, { level: 9 }).length / 1_000))

/** Bytes that a declared field or parameter adds to a bundle. */
export const declarations = (tsconfig?: string): Effect.Effect<number, BenchmarkError> =>
  Effect.map(
    Effect.all([size(ONE_ENDPOINT, tsconfig), size(DOMAINS, tsconfig)]),
    ([one, all]) => ((all - one) * 1_000) / declared(),
  )
