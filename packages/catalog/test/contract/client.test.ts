/**
 * The contract that the client keeps for every endpoint, from its declaration: a new one is tested by being declared.
 * What is special about an endpoint is tested in its package.
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as Absence from "@candela/core/internal/Absence"
import type * as Decoder from "@candela/core/declare/Decoder"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import { MarketData } from "@candela/core/MarketData"
import type * as Method from "@candela/core/Method"
import * as Mock from "@candela/core/Mock"
import * as Request from "@candela/core/Request"
import * as Retry from "@candela/core/Retry"
import * as UnknownFields from "@candela/core/UnknownFields"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Array, Chunk, Effect, Either, Layer, Metric, Stream, Struct } from "effect"
import { isAll, sampled } from "@candela/support/seeded"
import * as Refusals from "./refusals.js"
import {
  type Asked,
  documentOf,
  everything,
  oddly,
  type Row,
  rowsOf,
  unfiltered,
  wireOf,
  withField,
  withNulls,
} from "./samples.js"

type Page = { readonly results: ReadonlyArray<Row>; readonly status?: string; readonly request_id?: string }
type Forms = Method.History<Asked, Row, Page>

const serviceOf = ({ service }: Catalog.Entry) => Catalog.services.find(({ name }) => name === service)!.tag

/** An endpoint's method on a transport that answers by a script. */
const scripted = (entry: Catalog.Entry, script: ScriptedTransport.Script) => {
  const connection = MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test", retry: Retry.none })
  const layer = serviceOf(entry).layer.pipe(
    Layer.provide(UnknownFields.layer),
    Layer.provide(connection),
    Layer.provideMerge(ScriptedTransport.layer(script)),
  )
  return <A, E>(use: (method: Forms) => Effect.Effect<A, E, ScriptedTransport.Transcript>) =>
    Effect.flatMap(serviceOf(entry), (methods) => use(methods[entry.method] as unknown as Forms)).pipe(
      Absence.judged,
      Effect.provide(layer),
    )
}

/** An endpoint's method of a mocked service. */
const mocked = (entry: Catalog.Entry, mock: unknown) => {
  const layer = Mock.layer(serviceOf(entry) as never, { [entry.method]: mock } as never) as Layer.Layer<never>
  return <A, E, R>(use: (method: Forms) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(serviceOf(entry), (methods) => use(methods[entry.method] as unknown as Forms)).pipe(
      Effect.provide(layer),
    )
}

const gathered = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** The rows of a request in each form that an endpoint's method has. */
const inEachForm = ({ kind }: Endpoint.Any, method: Forms, asked: Asked) =>
  Effect.all({
    call: Effect.map(method(asked), (answer) => (kind === "single" ? [answer as unknown as Row] : answer.results)),
    ...(kind === "paged" || kind === "history"
      ? {
          stream: gathered(method.stream(asked)),
          pages: Effect.map(gathered(method.pages(asked)), (pages) => pages.flatMap(({ results }) => results)),
        }
      : {}),
    ...(kind === "history"
      ? { columns: Effect.map(gathered(method.columns(asked)), (all) => all.flatMap((columns) => columns.toRows())) }
      : {}),
  })

const assertRows = (found: Readonly<Record<string, ReadonlyArray<Row>>>, rows: ReadonlyArray<Row>) => {
  for (const [form, given] of Object.entries(found)) assert.deepStrictEqual(given, rows, form)
}

/** Requests that the client refuses, with the parameter that they are refused for. */
const refused = (entry: Catalog.Entry) => {
  const { declaration, example, fields } = entry
  const { wireParams } = declaration
  const names = Object.keys(wireParams)
  const good = everything(declaration)[0]!.asked
  const values = names.flatMap((name) =>
    Refusals.inputs(wireParams[name]!, good[name]).map((value) => [name, { ...example, [name]: value }] as const),
  )
  const missing = names
    .filter((name) => wireParams[name]!.presence === "required")
    .map((name) => [name, Struct.omit(example, name)] as const)
  const operators = names
    .filter((name) => !name.includes("."))
    .flatMap((name) => Refusals.operators.map((operator) => `${name}.${operator}`))
  const unknown = ["limits", ...operators, ...fields.map(({ name }) => name)]
    .filter((name) => !names.includes(name))
    .map((name) => [name, { ...example, [name]: 1 }] as const)
  return sampled([...values, ...missing, ...unknown], entry.name.length)
}

/** What a path in the error of a document with one row begins with where it is that of a field, or within it. */
const pathOf = (endpoint: Endpoint.Any, wirePath: string) => {
  const place = endpoint.kind === "single" ? (endpoint.at ?? "") : `${endpoint.at}[0]`
  const path = `${place}.${wirePath.replaceAll("[]", "[0]")}`.replace(/^\./, "")
  // A map has any keys.
  return new RegExp(`^${path.replaceAll(/[.[\]]/g, String.raw`\$&`).replaceAll("*", "[^.]+")}`)
}

/** The row in a document, or why it is refused. */
const readOf = (endpoint: Endpoint.Any, wire: unknown): Either.Either<ReadonlyArray<Row>, Decoder.Refusal> => {
  const bytes = new TextEncoder().encode(JSON.stringify(documentOf(endpoint, [wire])))
  return endpoint.kind === "single"
    ? Either.map(endpoint.decode(bytes), ({ rows }) => [rows.value as Row])
    : Either.map(endpoint.decoder.rows(bytes), ({ rows }) => rows as ReadonlyArray<Row>)
}

/** Rows on the wire, each field in one of them. */
const someOf = (entry: Catalog.Entry) =>
  Array.range(1, entry.declaration.kind === "single" ? 8 : 4).flatMap((seed) =>
    rowsOf(entry.declaration, unfiltered(entry), seed).map((row) => wireOf(entry.declaration, row)),
  )

type Change = (holder: Record<string, unknown>, key: string) => void
const another: Change = (holder, key) => (holder[key] = [["of another type"]])
const withoutIt: ReadonlyArray<Change> = [(holder, key) => delete holder[key], (holder, key) => (holder[key] = null)]

/**
 * By default every third endpoint: each is made from its declaration by the same code. All where services are named.
 */
const isTried = (index: number) => isAll || process.env["CANDELA_SERVICES"] !== undefined || index % 3 === 0

for (const entry of Catalog.endpoints.filter((_, index) => isTried(index))) {
  const { declaration: endpoint, fields, name } = entry

  describe(`the client of ${name}`, () => {
    it.effect("is requested by every parameter in every form, under the service's names", () =>
      scripted(entry, () => ScriptedTransport.json({}))((method) =>
        Effect.gen(function* () {
          const requests = everything(endpoint)
          for (const { asked } of requests) yield* Effect.either(method(asked))
          const exchanges = yield* ScriptedTransport.exchanges
          assert.lengthOf(exchanges, requests.length)
          exchanges.forEach(({ url }, index) => {
            const { sent } = requests[index]!
            const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
            const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sent[name]!)
            assert.strictEqual(decodeURIComponent(url.pathname), path)
            assert.deepStrictEqual(Object.fromEntries(url.searchParams), Struct.omit(sent, ...inPath))
          })
        }),
      ),
    )

    it("leaves out what is blank, and the service's defaults", () => {
      const required = Object.keys(endpoint.wireParams).filter(
        (name) => endpoint.wireParams[name]!.presence === "required",
      )
      const blank = Object.entries(endpoint.wireParams).flatMap(([name, { blank, kind }]) =>
        blank ? [[name, kind._tag === "List" ? [] : ""]] : [],
      )
      const asked = { ...Struct.pick(everything(endpoint)[0]!.asked, ...required), ...Object.fromEntries(blank) }
      const { searchParams } = new URL(Either.getOrThrow(Request.url(endpoint, asked)), "http://localhost")
      const inQuery = required.filter((name) => !endpoint.path.includes(`{${name}}`))
      assert.sameMembers([...searchParams.keys()], inQuery)
    })

    it.effect("is not requested by what its parameters do not take, nor is its mock", () =>
      scripted(
        entry,
        [],
      )((method) =>
        mocked(
          entry,
          Mock.single({}),
        )((mock) =>
          Effect.gen(function* () {
            for (const [parameter, asked] of refused(entry)) {
              const error = (yield* Effect.flip(method(asked))) as { readonly _tag: string; readonly message: string }
              assert.strictEqual(error._tag, endpoint.wireParams[parameter]?.refusal ?? "InvalidRequest", error.message)
              assert.include(error.message, `"${parameter}" must be `)
              assert.deepStrictEqual(yield* Effect.flip(mock(asked)), error)
            }
            for (const [name, param] of Object.entries(endpoint.wireParams)) {
              for (const end of Refusals.ends(param))
                assert.isTrue(
                  Either.isRight(Request.url(endpoint, { ...entry.example, [name]: end })),
                  `${name} ${end}`,
                )
            }
            assert.deepStrictEqual(yield* ScriptedTransport.exchanges, [])
          }),
        ),
      ),
    )

    it.effect("is read as the service may write it, and mocked, in all forms", () =>
      Effect.gen(function* () {
        const asked = unfiltered(entry)
        const rows = rowsOf(endpoint, asked)
        const wire = rows.map((row) => wireOf(endpoint, row))
        const odd = wire.map((row) => withNulls(fields, row))
        const maps = fields.flatMap(({ type, wireKey }) => (type._tag === "Map" ? [wireKey] : []))
        const plainly = scripted(entry, () => ScriptedTransport.json(documentOf(endpoint, wire)))
        const answer = yield* plainly((method) => method(asked))
        assertRows({ plainly: endpoint.kind === "single" ? [answer as unknown as Row] : answer.results }, rows)
        // A request id may be a number; a bare value and a bare array have none.
        if (endpoint.kind !== "single" && endpoint.at !== "")
          assert.deepInclude(answer, { status: "OK", request_id: "7" })
        const oddities = scripted(entry, () => ScriptedTransport.text(oddly(documentOf(endpoint, odd), maps)))
        const unknown = Metric.value(Metric.tagged(UnknownFields.fields, "endpoint", name))
        const { count: before } = yield* unknown
        assertRows(yield* oddities((method) => inEachForm(endpoint, method, asked)), rows)
        assert.isAbove((yield* unknown).count, before, "fields that no schema knows are counted")
        const mock = endpoint.kind === "single" ? Mock.single(rows[0]!) : Mock.paged(rows)
        assertRows(yield* mocked(entry, mock)((method) => inEachForm(endpoint, method, asked)), rows)
      }),
    )

    it("has words as they are that the service did not know before", () => {
      const wire = someOf(entry)
      for (const { type, wirePath } of fields) {
        if (type._tag !== "Text" || type.known.length === 0) continue
        const changed = wire
          .map((row) => withField(row, wirePath, (holder, key) => (holder[key] = "a_word_of_tomorrow")))
          .find((row) => row !== undefined)
        assert.isDefined(changed, `no row has ${wirePath}`)
        const [row] = Either.getOrThrow(readOf(endpoint, changed))
        assert.deepStrictEqual(wireOf(endpoint, row!), changed)
      }
    })

    it("refuses a row that lacks what it needs, or whose fields have another type, and says where", () => {
      const wire = someOf(entry)
      for (const { optional, wirePath } of fields) {
        for (const change of optional ? [another] : [another, ...withoutIt]) {
          const changed = wire.map((row) => withField(row, wirePath, change)).find((row) => row !== undefined)
          assert.isDefined(changed, `no row has ${wirePath}`)
          // Those of an envelope inform, and never fail a value beside them.
          if (endpoint.kind === "single" && wirePath in Envelope.fields) {
            assert.notProperty(Either.getOrThrow(readOf(endpoint, changed))[0], wirePath)
            continue
          }
          const refusal = Either.getOrThrow(Either.flip(readOf(endpoint, changed)))
          const path = refusal._tag === "Refused" ? refusal.path : refusal._tag
          assert.match(path, pathOf(endpoint, wirePath), wirePath)
        }
      }
    })
  })
}

/** The service's short keys, and the names that it has for them elsewhere. */
const bar = { o: "open", h: "high", l: "low", c: "close", v: "volume", vw: "vwap", n: "transactions", t: "timestamp" }
const shortKeys: ReadonlyArray<Readonly<Record<string, string>>> = [
  { ...bar, T: "ticker", av: "accumulated_volume", dv: "decimal_volume", dav: "decimal_accumulated_volume" },
  { p: "price", s: "size", x: "exchange", c: "conditions", t: "timestamp", i: "id", ds: "decimal_size" },
  {
    ...{ T: "ticker", p: "price", s: "size", ds: "decimal_size", x: "exchange", c: "conditions", e: "correction" },
    ...{ i: "id", q: "sequence_number", r: "trf_id", z: "tape" },
    ...{ t: "sip_timestamp", y: "participant_timestamp", f: "trf_timestamp" },
  },
  {
    ...{ T: "ticker", P: "ask_price", S: "ask_size", X: "ask_exchange", p: "bid_price", s: "bid_size" },
    ...{ x: "bid_exchange", c: "conditions", i: "indicators", q: "sequence_number", z: "tape" },
    ...{ t: "sip_timestamp", y: "participant_timestamp", f: "trf_timestamp" },
  },
  { a: "ask", b: "bid", t: "timestamp", x: "exchange", i: "id" },
  { P: "ask", S: "ask_size", p: "bid", s: "bid_size", t: "timestamp" },
]

it("a key of one to three letters has one name in each kind of record, and no other key is renamed", () => {
  for (const { beside, fields, name } of Catalog.endpoints) {
    const records = Array.groupBy([...fields, ...beside], ({ path }) => path.slice(0, path.lastIndexOf(".") + 1))
    for (const [place, record] of Object.entries(records)) {
      // A word that is not known yet has a name of its own beside the known ones.
      const renamed = record.filter(({ name, wireKey }) => name !== wireKey && name !== `other_${wireKey}`)
      assert.isTrue(
        shortKeys.some((names) => renamed.every(({ name, wireKey }) => names[wireKey] === name)),
        `${name}: ${place}`,
      )
      const short = record.filter(({ name }) => name.length < 3).map(({ name }) => name)
      // Words of the service: `fx` is its name of the market of currency pairs.
      assert.includeMembers(["id", "to", "fx"], short, name)
    }
  }
})
