import { assert, describe, it } from "@effect/vitest"
import { banner, type Served } from "../../src/sandbox/banner.js"

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

const served: Served = {
  baseUrl: "http://127.0.0.1:8787",
  dataset: "small",
  seed: 1,
  now: "2025-06-30T16:00:00-04:00",
  tickers: [
    { market: "stocks", count: 30, first: names("STOCK", 10) },
    { market: "options", count: 222, first: names("O:AAPL250703C0017000", 10) },
    { market: "indices", count: 3, first: ["I:DJI", "I:NDX", "I:SPX"] },
  ],
  imported: [{ file: "spx.csv", ticker: "SPX" }],
  keys: { sandbox: "business", free: "basic" },
}

describe("what the command says when it is ready", () => {
  it("is what is served, in columns", () =>
    assert.strictEqual(
      banner(served),
      `Listening on http://127.0.0.1:8787

  Data set   small, seed 1: real symbols, synthetic prices and volumes
  Clock      stands at 2025-06-30T16:00:00-04:00
  Tickers     30 stocks   STOCK0, STOCK1, STOCK2, STOCK3, STOCK4, STOCK5, ...
             222 options  O:AAPL250703C00170000, O:AAPL250703C00170001, ...
               3 indices  I:DJI, I:NDX, I:SPX
  Imported   SPX, as it is in spx.csv
  Keys       sandbox (business), free (basic)

  Explorer   http://127.0.0.1:8787/#key=sandbox
  Reference  http://127.0.0.1:8787/reference
  Live       ws://127.0.0.1:8787/stocks
  OpenAPI    http://127.0.0.1:8787/openapi.json
  Health     http://127.0.0.1:8787/health

Try:
  curl -H 'Authorization: Bearer sandbox' \\
    'http://127.0.0.1:8787/v2/aggs/ticker/AAPL/prev'`,
    ))

  it("has no line of more than 80 columns, however much there is", () => {
    const keys = Object.fromEntries(names("a-key-of-someone-", 40).map((key) => [key, "starter" as const]))
    const tickers = names("MARKET", 6).map((market) => ({ market, count: 123, first: names("TICKER", 10) }))
    const text = banner({ ...served, keys, tickers, imported: [], now: "wall" })
    for (const line of text.split("\n")) assert.isAtMost(line.length, 80, line)
    for (const key of Object.keys(keys)) assert.match(text, new RegExp(`\\b${key} \\(starter\\)`))
    assert.include(text, "Clock      the time of this machine")
    assert.include(banner({ ...served, speed: 60 }), "Clock      runs to 2025-06-30T16:00:00-04:00, 60 times as fast")
    assert.include(banner({ ...served, speed: "asap" }), "16:00:00-04:00, as fast as clients read")
    assert.notInclude(text, "Imported")
  })

  it("carries the first key in the fragment of the explorer's address, and in no other address", () => {
    for (const key of ["sandbox", "a&b=c d", "100%", "ö#?+/"]) {
      const addresses = banner({ ...served, keys: { [key]: "business" } }).match(/http:\/\/[^\s']+/g) ?? []
      const urls = addresses.map((address) => new URL(address))
      assert.isAtLeast(urls.length, 5)
      assert.isTrue(urls.every(({ search }) => search === ""))
      const fragments = urls.flatMap(({ hash, pathname }) => (hash === "" ? [] : [[pathname, hash] as const]))
      assert.strictEqual(fragments.length, 1)
      assert.strictEqual(fragments[0]![0], "/")
      assert.strictEqual(new URLSearchParams(fragments[0]![1].slice(1)).get("key"), key)
    }
  })

  it("gives a command that a shell reads as it is meant, whatever the key", () =>
    assert.include(
      banner({ ...served, keys: { "o'hara $HOME": "business" } }),
      String.raw`curl -H 'Authorization: Bearer o'\''hara $HOME' \
`,
    ))
})
