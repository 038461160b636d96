/**
 * Answers in the forms that the service really sends: each file of `answers` is one, in the folder
 * of its endpoint, and its first line says which form it shows. `request` has the parameters that
 * differ from those of the endpoint's example, since an answer is compared with its question. Every
 * client face decodes them, and none of their values is lost.
 */
import * as Catalog from "@candela/catalog/Catalog"
import { Cache } from "@candela/core/Cache"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { MarketData } from "@candela/core/MarketData"
import * as Mock from "@candela/core/Mock"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, type Context, Effect, Layer, Predicate, Schema, SchemaAST as AST, Stream } from "effect"
import { readdirSync, readFileSync } from "node:fs"

interface Service {
  readonly endpoints: Readonly<Record<string, Endpoint.Any>>
  readonly layer: Layer.Layer<never, never, MarketData>
}

interface Method {
  (request: object): Effect.Effect<unknown, unknown>
  readonly columns: (request: object) => Stream.Stream<{ readonly toRows: () => ReadonlyArray<unknown> }, unknown>
}

const folder = new URL("answers/", import.meta.url)

const answers = readdirSync(folder).flatMap((name) => {
  const [domain, method] = name.split(".") as [string, string]
  const service = Catalog.services.find(({ name }) => name === domain)!.tag as unknown as Service &
    Context.Tag<never, Readonly<Record<string, Method>>>
  const endpoint = service.endpoints[method]!
  return readdirSync(new URL(`${name}/`, folder)).map((file) => {
    const text = readFileSync(new URL(`${name}/${file}`, folder), "utf8")
    const { form, request, ...document } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return { name, file, form, request, document, text, service, method, endpoint }
  })
})

const connection = MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })

/**
 * What was sent and did not come back: `null` and the empty texts of an error read as absent, a
 * number may have become its digits.
 */
const lost = (sent: unknown, back: unknown, path: string): ReadonlyArray<string> => {
  if (sent === null || (sent === "" && back === undefined)) return []
  if (Array.isArray(sent))
    return sent.flatMap((item, index) => lost(item, (back as Array<unknown>)?.[index], `${path}[${index}]`))
  if (Predicate.isRecord(sent)) {
    return back === undefined
      ? [path]
      : Object.entries(sent).flatMap(([key, value]) =>
          lost(value, (back as Record<string, unknown>)[key], `${path}.${key}`),
        )
  }
  return back === sent || Number(back) === sent ? [] : [path]
}

const at = (document: unknown, path: string | undefined): unknown =>
  path === undefined
    ? document
    : path.split(".").reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

const rowsIn = (endpoint: Endpoint.Any, answer: unknown): ReadonlyArray<unknown> =>
  endpoint.kind === "single" ? [answer] : (answer as { readonly results: ReadonlyArray<unknown> }).results

describe("an answer of the service", () => {
  for (const { document, endpoint, file, form, method, name, request: own, service, text } of answers) {
    it.effect(`of ${name}, ${file}, is decoded by client, columns, cache and mock: ${String(form)}`, () =>
      Effect.gen(function* () {
        // Without the filters of the example, which other rows may not pass.
        const example = Object.entries(Catalog.find(name)!.example ?? {})
        const unfiltered = example.filter(([name]) => endpoint.wireParams[name]?.filter === undefined)
        const request = { ...Object.fromEntries(unfiltered), ...(own as object | undefined) }
        const layer = Layer.provide(service.layer, connection)
        const ask = Effect.flatMap(service, (methods) => methods[method]!(request))
        const script = ScriptedTransport.layer(() => ScriptedTransport.text(text))
        const answer = yield* Effect.provide(ask, Layer.provide(layer, script))
        const rows = rowsIn(endpoint, answer)

        const { request_id: _, ...rest } = document
        const sent = at(rest, endpoint.at) ?? []
        const encode = Schema.encodeSync(endpoint.kind === "single" ? endpoint.value : endpoint.row)
        const back = rows.map((row) => encode(row))
        assert.deepStrictEqual(lost(endpoint.kind === "single" ? [sent] : sent, back, "rows"), [])

        if (endpoint.kind !== "single" && endpoint.beside !== undefined) {
          const [, holder, key] = /^(.+)\.(.+)$/.exec(endpoint.at)!
          const { [key!]: _rows, ...beside } = at(rest, holder) as Record<string, unknown>
          assert.deepStrictEqual(lost(beside, Schema.encodeSync(endpoint.beside)(answer), holder!), [])
        }

        if (endpoint.kind === "history") {
          const columns = Effect.flatMap(service, (methods) => Stream.runCollect(methods[method]!.columns(request)))
          const chunks = yield* Effect.provide(columns, Layer.provide(layer, script))
          assert.deepStrictEqual(
            Chunk.toReadonlyArray(chunks).flatMap((chunk) => chunk.toRows()),
            rows,
          )
        }

        const cached = service.layer.pipe(
          Layer.provide(Cache.layer({ timeToLive: { [endpoint.name]: "1 day" } })),
          Layer.provide([connection, KeyValueStore.layerMemory]),
          Layer.provideMerge(script),
        )
        const twice = Effect.all([ask, ask, Effect.map(ScriptedTransport.exchanges, ({ length }) => length)])
        const delayed = document["status"] === "DELAYED"
        assert.deepStrictEqual(yield* Effect.provide(twice, cached), [answer, answer, delayed ? 2 : 1])

        const mock = endpoint.kind === "single" ? Mock.single(answer as object) : Mock.paged(rows)
        const mocked = yield* Effect.provide(ask, Mock.layer(service, { [method]: mock as never }))
        assert.deepStrictEqual(rowsIn(endpoint, mocked), rows)
      }),
    )
  }

  it("has in each file a first line that says which form it shows", () => {
    for (const { form, text } of answers) {
      assert.isAbove(String(form).length, 15)
      assert.match(text, /^{\n  "form": "/)
    }
  })
})

/** What a row means nothing without. */
const required: Readonly<Record<string, ReadonlyArray<string>>> = {
  bars: ["v", "o", "c", "h", "l", "t"],
  dailyMarketSummary: ["T", "v", "o", "c", "h", "l", "t"],
  previousDayBar: ["v", "o", "c", "h", "l", "t"],
  openClose: ["from", "symbol", "open", "high", "low", "close"],
  dividendsV3: ["ticker", "ex_dividend_date"],
  splitsV3: ["ticker", "execution_date", "split_from", "split_to"],
  summaries: ["ticker"],
  ratios: ["ticker", "date"],
  news: ["title", "published_utc"],
  tickers: ["ticker"],
  ticker: ["ticker"],
  conversion: ["converted"],
  historicTrades: ["p", "t"],
  exchanges: ["id"],
  conditions: ["id"],
  "forex.quotes": ["participant_timestamp"],
  "stocks.quotes": ["sip_timestamp"],
  "options.quotes": ["sip_timestamp"],
  "futures.quotes": ["timestamp"],
  "stocks.trades": ["price", "sip_timestamp"],
  "options.trades": ["price", "sip_timestamp"],
  "crypto.trades": ["participant_timestamp", "price"],
  "futures.trades": ["timestamp", "price"],
  list: ["ticker"],
  inflation: ["date"],
  inflationExpectations: ["date"],
  fundingConditions: ["date"],
  treasuryYields: ["date"],
  laborMarket: ["date"],
  "benzinga.news": ["title", "published", "url"],
  contract: ["ticker"],
  contracts: ["ticker"],
  "options.chain": ["details", "details.ticker"],
  "options.snapshot": ["details", "details.ticker"],
  "indices.bars": ["o", "c", "h", "l", "t"],
  "indices.previousDayBar": ["o", "c", "h", "l", "t"],
  "indices.snapshots": ["ticker"],
  "crypto.openClose": [
    ...["symbol", "open", "close"],
    ...["openTrades.p", "openTrades.t", "closingTrades.p", "closingTrades.t"],
  ],
  "futures.contracts": [],
  "futures.bars": ["open", "high", "low", "close", "volume", "window_start"],
  "forex.snapshot": ["ticker"],
  "forex.snapshots": ["ticker"],
  "forex.movers": ["ticker"],
  "crypto.snapshot": ["ticker"],
  "crypto.snapshots": ["ticker"],
  "crypto.movers": ["ticker"],
}

/** The keys that a wire type requires, and those of the objects within it, bars apart. */
const requiredIn = (ast: AST.AST, path = ""): ReadonlyArray<string> => {
  if (AST.isUnion(ast)) return ast.types.flatMap((type) => requiredIn(type, path))
  if (AST.isTupleType(ast)) return ast.rest.flatMap(({ type }) => requiredIn(type, path))
  if (!AST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ isOptional, name, type }) => [
    ...(isOptional ? [] : [`${path}${String(name)}`]),
    ...requiredIn(type, `${path}${String(name)}.`),
  ])
}

describe("a row", () => {
  for (const { endpoints } of Catalog.services) {
    for (const { declaration: endpoint, method } of endpoints) {
      it(`of ${endpoint.name} requires only what it means nothing without, and an object within it nothing`, () => {
        const schema = endpoint.kind === "single" ? endpoint.value : endpoint.row
        const expected = required[endpoint.name] ?? required[method] ?? []
        assert.deepStrictEqual(requiredIn(AST.encodedAST(schema.ast)), expected)
      })
    }
  }
})
