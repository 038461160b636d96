import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import * as Cursor from "@candela/sandbox/query/Cursor"
import { assert, describe, it } from "@effect/vitest"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { faultsOf } from "../src/figures/hostileDocuments.js"
import { expensive } from "../src/figures/longestHold.js"
import * as Attacks from "../src/hostile/Attacks.js"
import { documents } from "../src/hostile/Documents.js"
import * as RawHttp from "../src/hostile/RawHttp.js"
import { rightOf, subjects } from "../src/hostile/Subjects.js"
import { digest } from "../src/hostile/Trial.js"

const scale = { name: "test", seed: 7 } as const
const { bars, quotes } = subjects as { bars: (typeof subjects)[string]; quotes: (typeof subjects)[string] }

describe("hostile documents", () => {
  it("are the same in every process, and others with another seed", () => {
    const texts = (seed: number) => documents({ ...scale, seed }, bars.honest).map(({ text }) => digest(text()))
    assert.deepStrictEqual(texts(7), texts(7))
    assert.notDeepEqual(texts(7), texts(8))
  })

  it("have names of their own", () => {
    const names = documents(scale, bars.honest).map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
  })

  it("are right as JSON.parse and the schema read them", () => {
    const row = { volume: 1, open: 1, close: 1, high: 1, low: 1, timestamp: 5 }
    const text = `{"results":[{"v":1,"o":1,"c":1,"h":1,"l":1,"t":4,"t":5,"__proto__":{"v":2}}]}`
    assert.deepStrictEqual(rightOf(bars, text), { rows: digest([row]), orError: false })
    assert.deepStrictEqual(rightOf(bars, text.slice(1)), { rows: undefined, orError: true })
    assert.deepStrictEqual(rightOf(bars, text.replace('"t":5', '"t":"5"')), { rows: undefined, orError: true })
    assert.deepStrictEqual(rightOf(bars, `{"next_url":"/x"}`), { rows: digest([]), orError: true })
    const quote = `{"results":[{"participant_timestamp":1709510400000000001}]}`
    assert.deepStrictEqual(rightOf(quotes, quote).rows, digest([{ participant_timestamp: 1709510400000000001n }]))
  })

  it("have a digest that tells apart what is not the same, and not the order of fields", () => {
    assert.strictEqual(digest([{ a: 1, b: "x" }]), digest([{ b: "x", a: 1 }]))
    const others = [[], {}, null, undefined, 0, "0", 0n, [[]], { a: undefined }, Object.create({ a: 1 }) as object]
    assert.strictEqual(new Set(others.map(digest)).size, others.length)
  })

  it("are judged by what came of them", () => {
    const seen = { came: { rows: "a" }, message: 0, milliseconds: 5, memory: 1e6, polluted: false }
    const right = { rows: "a", orError: false }
    assert.deepStrictEqual(faultsOf(seen, right), [])
    for (const wrong of [
      { came: { rows: "b" } },
      { came: { error: "DecodeError" } },
      { came: { untyped: "TypeError" } },
      { message: 1e6 },
      { milliseconds: 31_000 },
      { memory: 513e6 },
      { polluted: true },
    ]) {
      assert.lengthOf(faultsOf({ ...seen, ...wrong }, right), 1, JSON.stringify(wrong))
    }
  })
})

describe("hostile requests", () => {
  const { dividends } = Stocks.endpoints
  const asked = (query: ReadonlyArray<readonly [string, string]>): Attacks.Asked => ({
    endpoint: dividends,
    path: {},
    query,
  })
  const rows = (...rows: ReadonlyArray<object>) => JSON.stringify({ results: rows })
  const fault = (query: ReadonlyArray<readonly [string, string]>, ...found: ReadonlyArray<object>) =>
    Attacks.faultOf(asked(query), 200, rows(...found))

  it("stand in every parameter of every endpoint", () => {
    for (const endpoint of Attacks.endpoints) {
      const urls = new Set(Attacks.injections(endpoint).map(Attacks.urlOf))
      assert.isAtLeast(urls.size, Object.keys(endpoint.wireParams).length * (Attacks.texts.length - 2), endpoint.name)
    }
  })

  it("keep to the paths of the catalogue's examples, which every endpoint takes", () => {
    for (const endpoint of Attacks.endpoints) {
      for (const [name, text] of Object.entries(Attacks.honest(endpoint).path)) {
        assert.isTrue(Attacks.isLegal(endpoint, name, text), `${endpoint.name}: ${name}`)
      }
    }
    assert.isFalse(Attacks.isLegal(dividends, "limit", "x"))
    assert.isFalse(Attacks.isLegal(dividends, "nothing", "1"))
  })

  it("are expensive in texts that an endpoint takes", () => {
    for (const [name, texts] of Object.entries(expensive)) {
      for (const text of texts) {
        assert.isTrue(
          Attacks.endpoints.some((endpoint) => Attacks.isLegal(endpoint, name, text)),
          `${name}=${text}`,
        )
      }
    }
  })

  it("may be refused, or give the rows that their filters keep", () => {
    assert.isUndefined(Attacks.faultOf(asked([]), 404, ""))
    assert.isUndefined(fault([["ticker", "NONE"]]))
    assert.isUndefined(fault([["ticker.gte", "A"]], { ticker: "A" }, { ticker: "B" }))
    assert.isUndefined(fault([["ticker.any_of", "A,B"]], { ticker: "B" }))
  })

  it("are faults where anything else is answered", () => {
    assert.include(Attacks.faultOf(asked([]), 500, "x"), "500")
    assert.include(fault([["ticker", "' OR 1=1 --"]], { ticker: "A" }), "not what it takes")
    assert.include(fault([["ticker", "NONE"]], { ticker: "A" }), "excludes")
    assert.include(fault([["ticker.gt", "A"]], { ticker: "A" }), "excludes")
    assert.include(fault([["limit", "1e9"]]), "not what it takes")
    const cursor = Cursor.encode({ endpoint: dividends.name, query: { ticker: "B" }, after: [] })
    assert.include(fault([["cursor", cursor]], { ticker: "A" }), "excludes")
    const { snapshot } = Stocks.endpoints
    const strange = { endpoint: snapshot, path: { stocksTicker: " " }, query: [] }
    assert.include(Attacks.faultOf(strange, 200, "{}"), "path")
    const quote = { endpoint: Forex.endpoints.quotes, path: { fxTicker: "C:AAABBB" }, query: [] }
    assert.include(Attacks.faultOf(quote, 200, rows({ participant_timestamp: 1 })), "ticker")
  })

  it("forge cursors that are others than the one they began with", () => {
    const cursor = Cursor.encode({ endpoint: dividends.name, query: { limit: "1" }, after: ["A", 1] })
    const forged = Attacks.forgeries(dividends, cursor, "other").map(({ query }) => query[0]![1])
    assert.isAbove(forged.length, 100)
    assert.notInclude(forged, cursor)
  })
})

it("raw answers are told apart on one connection", async () => {
  const server = createServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab")
    socket.end(
      "HTTP/1.1 400 Bad Request\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab",
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const answers = await RawHttp.exchange((server.address() as AddressInfo).port, "x", 10_000)
  server.close()
  assert.deepStrictEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  assert.strictEqual(answers[0]!.body, "ab")
})
