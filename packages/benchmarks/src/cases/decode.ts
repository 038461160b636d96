/** One page of 50,000 rows, decoded in memory repeatedly in one process. */
import { Effect } from "effect"
import { type Benchmark, type Bound, comparingAll, roundsOf } from "../Benchmark.js"
import type { Kind } from "../contenders/decode/pages.js"
import * as Native from "../Native.js"
import * as Processes from "../Processes.js"

const PARSE = "JSON.parse of a string"
const SCHEMA = "JSON.parse, Schema.decodeUnknown"

const contenders = {
  columns: { contender: "Candela columns", module: "decode/candela.columns", input: { codeGeneration: true } },
  rows: { contender: "Candela rows", module: "decode/candela.rows", input: { codeGeneration: true } },
  plainColumns: {
    contender: "Candela columns, no code generation",
    module: "decode/candela.columns",
    input: { codeGeneration: false },
  },
  plainRows: {
    contender: "Candela rows, no code generation",
    module: "decode/candela.rows",
    input: { codeGeneration: false },
  },
  parse: { contender: PARSE, module: "decode/parsers.text", input: {} },
  parseBytes: { contender: "JSON.parse of the bytes", module: "decode/parsers.bytes", input: {} },
  zod: { contender: "JSON.parse, zod", module: "decode/parsers.zod", input: {} },
  schema: { contender: SCHEMA, module: "decode/parsers.schema", input: {} },
}

type Name = keyof typeof contenders

const decoding = (options: {
  readonly name: string
  readonly title: string
  readonly kind: Kind
  readonly contenders: ReadonlyArray<Name>
  readonly bounds: ReadonlyArray<Bound>
  /** More where a bound is near; default 3. */
  readonly rounds?: number
}): Benchmark => ({
  name: options.name,
  title: options.title,
  unit: "ms",
  bounds: comparingAll(
    options.contenders.map((name) => contenders[name].contender),
    { against: PARSE, compare: "speed" },
    options.bounds,
  ),
  run: Processes.rounds({
    rounds: options.rounds ?? 3,
    base: PARSE,
    entries: options.contenders.map((name) => {
      const { contender, module, input } = contenders[name]
      return {
        contender,
        measure: Processes.contender(module, { kind: options.kind, ...input }),
        ...roundsOf(options.bounds, contender),
      }
    }),
  }),
})

const faster = (name: Name, against: string, bound: number, target: number): Bound => ({
  contender: contenders[name].contender,
  against,
  compare: "speed",
  bound,
  target,
})

const POLARS = "nodejs-polars"
const DUCKDB = "DuckDB's read_json"
const SIMDJSON = "simdjson in C++"

/** Readers of JSON into columns. simdjson takes part if it is installed. */
const readers: Benchmark = {
  name: "decode-columns",
  title: "Read a page of 50,000 bars into columns, beside native readers",
  unit: "ms",
  bounds: [
    faster("columns", POLARS, 2.5, 3.5),
    faster("columns", DUCKDB, 2.5, 3.5),
    { contender: contenders.columns.contender, against: SIMDJSON, compare: "share", bound: 1.5, target: 1.1 },
  ],
  run: Effect.gen(function* () {
    const program = yield* Native.simdjson
    const reader = (contender: string, module: string, input: object = {}): Processes.Participant => ({
      contender,
      measure: Processes.contender(module, { kind: "bars", ...input }),
    })
    const { contender, input, module } = contenders.columns
    const series = yield* Processes.rounds({
      rounds: 3,
      entries: [
        reader(contender, module, input),
        reader(POLARS, "decode/native.polars"),
        reader(DUCKDB, "decode/native.duckdb"),
        ...(program === undefined ? [] : [reader(SIMDJSON, "decode/native.simdjson", { program })]),
      ],
    })
    const missing = { contender: SIMDJSON, amounts: [], note: "g++ or libsimdjson is not installed" }
    return program === undefined ? [...series, missing] : series
  }),
}

const COMPARED = "compared with the question"
const DECODED = "decoded only"

/** What comparing an answer with its question costs. */
const comparing: Benchmark = {
  name: "answer-checks",
  title: "Compare a page of 50,000 bars as columns with its question: ticker, order, time, instants",
  unit: "ms",
  bounds: [{ contender: COMPARED, against: DECODED, compare: "share", bound: 1.03, target: 1.01 }],
  run: Processes.rounds({
    rounds: 5,
    base: DECODED,
    entries: [
      { contender: COMPARED, measure: Processes.contender("decode/compared.compared", {}) },
      { contender: DECODED, measure: Processes.contender("decode/compared.decoded", {}) },
    ],
  }),
}

export const decodeCases: ReadonlyArray<Benchmark> = [
  decoding({
    name: "decode-bars",
    title: "Decode a page of 50,000 bars in memory",
    kind: "bars",
    contenders: ["columns", "rows", "plainColumns", "plainRows", "parse", "parseBytes", "zod", "schema"],
    bounds: [
      faster("columns", PARSE, 2.2, 4),
      faster("rows", PARSE, 1.2, 2),
      faster("rows", SCHEMA, 4, 8),
      faster("plainColumns", PARSE, 2, 2.4),
      faster("plainRows", PARSE, 0.7, 1),
    ],
  }),
  decoding({
    name: "decode-quotes",
    title: "Decode a page of 50,000 forex quotes with exact nanoseconds in memory",
    kind: "quotes",
    contenders: ["columns", "rows", "plainColumns", "plainRows", "parse", "parseBytes", "schema"],
    bounds: [faster("rows", PARSE, 1, 1.3), faster("columns", PARSE, 1.2, 1.5)],
  }),
  decoding({
    name: "decode-trades",
    title: "Decode a page of 50,000 trades with their conditions, ids and exact nanoseconds in memory",
    kind: "trades",
    contenders: ["columns", "rows", "plainColumns", "plainRows", "parse", "parseBytes", "schema"],
    bounds: [faster("columns", PARSE, 1.5, 2), faster("rows", PARSE, 0.9, 1.2)],
  }),
  decoding({
    name: "decode-strings",
    title: "Decode a page of 50,000 rows of strings (dividends) in memory",
    kind: "dividends",
    rounds: 5,
    // Rows of strings are parsed by `JSON.parse` and checked, with the same code whether code may be generated or not.
    contenders: ["rows", "parse", "parseBytes", "zod", "schema"],
    bounds: [
      {
        contender: contenders.rows.contender,
        against: PARSE,
        compare: "speed",
        bound: 0.85,
        cause:
          "JSON.parse of the bytes, which are made into a string first, takes nearly as long: the rest is the check of every value.",
      },
    ],
  }),
  readers,
  comparing,
]
