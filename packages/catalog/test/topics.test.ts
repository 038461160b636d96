import { assert, describe, it } from "@effect/vitest"
import * as Structure from "@candela/core/internal/Structure"
import * as Request from "@candela/core/Request"
import * as Catalog from "@candela/catalog/Catalog"
import * as Topics from "@candela/catalog/Topics"
import { Arbitrary, Either, FastCheck as fc, Schema } from "effect"
import type * as Topic from "@candela/core/declare/Topic"
import { documentedTopics as document } from "@candela/support/documentedTopics"

const topics = Topics.topics.map(({ declaration }) => declaration)

/** The path of a topic in the service's document. */
const pathOf = ({ cluster, code, feed }: Topic.Any): string =>
  `${feed === "market" ? "" : `/${feed}`}/${cluster}/${code}`

const documented = new Map(document.map((one) => [one.path, one]))
const fieldsOf = (topic: (typeof topics)[number]) => Structure.fields(topic.row.ast)!
const withDocument = topics.flatMap((topic) => {
  const found = documented.get(pathOf(topic))
  return found === undefined ? [] : [{ ...found, topic }]
})

/** Reads an event with the digits that `JSON.parse` alone would round. */
const parse = (event: string): Record<string, unknown> => JSON.parse(event.replace(/:(\d{17,})/g, ':"$1"'))

describe("the topics", () => {
  it("are those of the service's document, and four of futures from its clients", () => {
    const own = topics.map(pathOf)
    assert.deepStrictEqual(
      own.filter((path) => !documented.has(path)),
      ["/futures/T", "/futures/Q", "/futures/A", "/futures/AM"],
    )
    assert.deepStrictEqual(
      document.flatMap(({ path }) => (own.includes(path) ? [] : [path])),
      [],
    )
    assert.strictEqual(new Set(own).size, own.length)
  })

  it("say what they send, and what each field is", () => {
    for (const { fields, name, text } of Topics.topics) {
      assert.isNotEmpty(text, name)
      assert.deepStrictEqual(
        fields.flatMap((field) => (field.text === "" ? [field.path] : [])),
        [],
        name,
      )
    }
    assert.strictEqual(Topics.find("stocks.trades")?.filledFrom, "stocks.trades")
  })

  it("have the delayed feed and the wildcard where the document has them", () => {
    for (const { delayed, path, topic, wildcard } of withDocument) {
      assert.deepStrictEqual(
        { path, delayed: topic.delayed, wildcard: topic.wildcard },
        { path, delayed, wildcard },
        topic.name,
      )
    }
  })

  it("decode the document's example of each event, and encode the same", () => {
    for (const { event, path, topic } of withDocument) {
      const { ev: _, ...wire } = parse(event)
      const row = Schema.decodeUnknownSync(topic.row)(wire)
      const encoded = Schema.encodeSync(topic.row)(row) as Record<string, unknown>
      const times = fieldsOf(topic).filter(({ ast }) => Structure.of(ast)._tag === "Int64")
      for (const [key, value] of Object.entries(wire)) {
        // A time of any unit is written in nanoseconds, an identifier as text.
        if (times.some(({ wireKey }) => wireKey === key)) {
          assert.strictEqual(topic.time(row), Number(String(value).slice(0, 13)), path)
        } else assert.deepStrictEqual(typeof encoded[key] === "string" ? String(value) : value, encoded[key], path)
      }
    }
  })

  it("spell tickers of requests as the document's examples do, and back", () => {
    for (const { event, path, topic } of withDocument) {
      const wire = parse(event)
      const key = fieldsOf(topic).find(({ name }) => name === "ticker")!.wireKey
      const spelled = wire[key] as string
      const ticker = topic.spelling.fromWire(spelled)
      assert.strictEqual(topic.spelling.toWire(ticker), spelled, path)
      assert.isTrue(Either.isRight(Schema.decodeEither(topic.ticker.wire)(ticker)), `${path} ${ticker}`)
    }
  })

  it("ask endpoints of their services for missed rows, by requests that these accept", () => {
    const examples: Record<string, string> = {
      ...{ stocks: "AAPL", options: "O:SPY251219C00650000", forex: "C:EURUSD" },
      ...{ crypto: "X:BTCUSD", indices: "I:SPX", futures: "ESU5" },
    }
    for (const { cluster, fill, name } of topics) {
      if (fill === undefined) continue
      const { from, to } = { from: Date.UTC(2025, 5, 2, 16), to: Date.UTC(2025, 5, 2, 17) }
      const request = fill.request(examples[cluster]!, from, to)
      assert.isTrue(Either.isRight(Request.url(fill.endpoint, request)), name)
      assert.strictEqual(Catalog.find(fill.endpoint.name)?.declaration.path, fill.endpoint.path, name)
    }
  })

  it("keep each row through its wire form", () => {
    for (const topic of topics) {
      const rows = Arbitrary.make(Schema.typeSchema(topic.row))
      const [encode, decode] = [Schema.encodeSync(topic.row), Schema.decodeUnknownSync(topic.row)]
      fc.assert(
        fc.property(rows, (row) => assert.deepStrictEqual(decode(encode(row)), row)),
        { numRuns: 10 },
      )
    }
  })
})
