/** Import time, bundle size and type-checking cost. */
import { Effect } from "effect"
import { type Benchmark, constant } from "../Benchmark.js"
import * as Bundle from "../Bundle.js"
import * as Processes from "../Processes.js"
import * as TypeChecking from "../TypeChecking.js"

/** Milliseconds from the start of the process until its imports are loaded. */
const importing = (specifiers: ReadonlyArray<string>) =>
  Processes.measured([
    "--input-type=module",
    "--eval",
    [
      ...specifiers.map((specifier) => `import ${JSON.stringify(specifier)}`),
      `process.stdout.write(JSON.stringify({ milliseconds: performance.now(), rows: 0, checksum: "", peakRss: process.memoryUsage.rss() }))`,
    ].join("\n"),
  ])

const imports: Benchmark = {
  name: "import",
  title: "Import of @candela/stocks, from the start of the process until it is ready",
  unit: "ms",
  bounds: [
    { contender: "@candela/stocks", against: "effect and HttpClient", compare: "share", bound: 1.3, target: 1.1 },
  ],
  run: Processes.rounds({
    rounds: 7,
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
      bound: 24,
      cause:
        "Retries, checks of requests and answers, exact errors, decoders and streams run in every program with such an endpoint. Filters, lists, caches and checkpoints, which not every program needs, are not part of it.",
    },
    {
      contender: "with one live topic, too",
      against: "with one endpoint",
      compare: "excess",
      bound: 12,
      cause:
        "The connection, its subscriptions and buffers, and the code that finds and fetches what was missed run in every program with such a topic.",
    },
    { contender: "the guide's first program", compare: "amount", bound: 150 },
  ],
  run: Effect.all([
    constant("HttpClient, Schema and Stream", Bundle.size(Bundle.BARE)),
    constant("with one endpoint", Bundle.size(Bundle.ONE_ENDPOINT)),
    constant("with one live topic, too", Bundle.size(Bundle.ONE_TOPIC)),
    constant(
      "the guide's first program",
      Effect.suspend(() => Bundle.size(Bundle.firstProgram())),
    ),
  ]),
}

const declarations: Benchmark = {
  name: "declarations",
  title: "Bundle of the declarations of all domains, for each field and parameter (esbuild, minified, gzip)",
  unit: "bytes",
  bounds: [{ contender: "a field or a parameter", compare: "amount", bound: 25 }],
  run: Effect.all([constant("a field or a parameter", Bundle.declarations())]),
}

const types: Benchmark = {
  name: "types",
  title: "Type checking of programs that use our methods",
  unit: "instantiations",
  bounds: [
    { contender: "one method", compare: "amount", bound: TypeChecking.MOST_FOR_ONE },
    { contender: "every method", compare: "amount", bound: TypeChecking.MOST_FOR_ALL },
  ],
  run: Effect.all([constant("one method", TypeChecking.oneMethod), constant("every method", TypeChecking.allMethods)]),
}

export const sizeCases: ReadonlyArray<Benchmark> = [imports, bundle, declarations, types]
