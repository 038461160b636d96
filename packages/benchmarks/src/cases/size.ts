/** Import time, bundle size and type-checking cost. */
import { Effect } from "effect"
import type { Benchmark } from "../Benchmark.js"
import * as Bundle from "../Bundle.js"
import type { Measured } from "../Contender.js"
import * as Processes from "../Processes.js"
import * as TypeChecking from "../TypeChecking.js"

/** Milliseconds from the start of the process until its imports are loaded. */
const importing = (specifiers: ReadonlyArray<string>) =>
  Processes.node([
    "--input-type=module",
    "--eval",
    [
      ...specifiers.map((specifier) => `import ${JSON.stringify(specifier)}`),
      `process.stdout.write(JSON.stringify({ milliseconds: performance.now(), rows: 0, checksum: "", peakRss: process.memoryUsage.rss() }))`,
    ].join("\n"),
  ]).pipe(Effect.map((line) => JSON.parse(line) as Measured))

const imports: Benchmark = {
  name: "import",
  title: "Import of @candela/stocks, from the start of the process until it is ready",
  unit: "ms",
  bounds: [
    { contender: "@candela/stocks", against: "effect and HttpClient", compare: "share", bound: 1.3, target: 1.1 },
  ],
  run: Processes.rounds({
    rounds: 11,
    amount: ({ milliseconds }) => milliseconds,
    entries: [
      { contender: "nothing", measure: importing([]) },
      { contender: "effect and HttpClient", measure: importing(["effect", "@effect/platform/HttpClient"]) },
      { contender: "@candela/stocks", measure: importing(["@candela/stocks"]) },
    ],
  }),
}

const bundle: Benchmark = {
  name: "bundle",
  title: "Bundle of the client of one bars endpoint (esbuild, minified, gzip)",
  unit: "kB",
  bounds: [
    {
      contender: "with one endpoint",
      against: "HttpClient, Schema and Stream",
      compare: "excess",
      bound: 23,
      target: 15,
    },
  ],
  run: Effect.all([
    Effect.map(Bundle.size(Bundle.BARE), (size) => ({ contender: "HttpClient, Schema and Stream", amounts: [size] })),
    Effect.map(Bundle.size(Bundle.ONE_ENDPOINT), (size) => ({ contender: "with one endpoint", amounts: [size] })),
  ]),
}

const declarations: Benchmark = {
  name: "declarations",
  title: "Bundle of the declarations of all domains, for each field and parameter (esbuild, minified, gzip)",
  unit: "bytes",
  bounds: [{ contender: "a field or a parameter", compare: "amount", bound: 25 }],
  run: Effect.map(Bundle.declarations(), (bytes) => [{ contender: "a field or a parameter", amounts: [bytes] }]),
}

const types: Benchmark = {
  name: "types",
  title: "Type checking of programs that use our methods",
  unit: "instantiations",
  bounds: [
    { contender: "one method", compare: "amount", bound: TypeChecking.MOST_FOR_ONE },
    { contender: "every method", compare: "amount", bound: TypeChecking.MOST_FOR_ALL },
  ],
  run: Effect.all([
    Effect.map(TypeChecking.oneMethod, (count) => ({ contender: "one method", amounts: [count] })),
    Effect.map(TypeChecking.allMethods, (count) => ({ contender: "every method", amounts: [count] })),
  ]),
}

export const sizeCases: ReadonlyArray<Benchmark> = [imports, bundle, declarations, types]
