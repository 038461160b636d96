import * as Catalog from "@candela/catalog/Catalog"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import * as Documents from "../../src/mcp/Documents.js"
import { makeFolder } from "../commands/run.js"
import * as Client from "./Client.js"

const bars = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }

const isRefused = (message: Client.Message, ...parts: ReadonlyArray<string>) => {
  assert.isTrue(message.result?.isError, JSON.stringify(message))
  for (const part of parts) assert.include(Client.textOf(message), part)
}

const docs = new URL("../../../../docs/", import.meta.url)

/** A key that no answer may hold. */
const secret = "key-that-nobody-sees"

describe("Server", () => {
  it.live("tells its tools and documents", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const { result } = yield* client.request("tools/list")
      assert.deepStrictEqual(
        result.tools.map(({ name }: { name: string }) => name),
        ["search_catalog", "describe_endpoint", "call_endpoint", "query", "draw_chart", "watch"],
      )
      for (const { inputSchema } of result.tools) assert.strictEqual(inputSchema.type, "object")
      const { result: listed } = yield* client.request("resources/list")
      const manual = readdirSync(docs).filter((name) => name.endsWith(".md"))
      assert.lengthOf(listed.resources, Catalog.endpoints.length + 1 + manual.length)
      for (const { uri } of listed.resources) {
        const { result } = yield* client.request("resources/read", { uri })
        assert.strictEqual(result.contents[0].uri, uri)
        assert.isAbove(result.contents[0].text.length, 200)
      }
      const files = listed.resources.find(({ uri }: { uri: string }) => uri === "candela://docs/files")
      assert.deepInclude(files, { name: "Files", mimeType: "text/markdown" })
      assert.match(files.description, /^`@candela\/files` writes .*\.$/)
      for (const name of manual) {
        const { result } = yield* client.request("resources/read", { uri: `candela://docs/${name.slice(0, -3)}` })
        const { text } = result.contents[0]
        assert.strictEqual(text.split("\n")[0], readFileSync(new URL(name, docs), "utf8").split("\n")[0])
        for (const [, target] of text.matchAll(/\]\(([^)]*)\)/g))
          assert.match(target, /^(candela|https?):\/\/|^#|\.(png|svg)$/)
        for (const [, linked] of text.matchAll(/candela:\/\/docs\/([\w-]+)/g)) assert.include(manual, `${linked}.md`)
      }
      const unknown = yield* client.request("resources/read", { uri: "candela://endpoints/stocks.bar" })
      assert.include(unknown.error?.message, "Did you mean stocks.bars")
      assert.include(
        (yield* client.request("resources/read", { uri: "file:///etc/passwd" })).error?.message,
        "no document",
      )
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.live("finds and describes endpoints", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const cases = {
        "OHLC candles": "stocks.bars",
        "bitcoin price history": "crypto.bars",
        "dividends paid by a company": "stocks.dividends",
        "minute bars of a stock": "stocks.bars",
        "exchange rate between two currencies": "forex.",
        "settlement prices of futures": "futures.",
        inflation: "economy.inflation",
      }
      for (const [words, expected] of Object.entries(cases)) {
        const { endpoints } = Client.jsonOf(yield* client.call("search_catalog", { words }))
        assert.isTrue(
          endpoints.slice(0, 3).some(({ endpoint }: { endpoint: string }) => endpoint.startsWith(expected)),
          `${words}: ${endpoints.map(({ endpoint }: { endpoint: string }) => endpoint).join()}`,
        )
      }
      const many = yield* client.call("search_catalog", { words: "bars trades quotes tickers", most: 20 })
      assert.isBelow(Client.textOf(many).length, 60_000)
      assert.include(Client.textOf(yield* client.call("search_catalog", { words: "qqqqq" })), "All endpoints: ")
      const described = Client.textOf(yield* client.call("describe_endpoint", { endpoint: "stocks.bars" }))
      for (const { name } of Catalog.find("stocks.bars")!.parameters) assert.include(described, `\`${name}\``)
      // A filter stands once, with its operators, and instants are named as the tools give them.
      assert.match(described, /- `timestamp`\?? \(instant\): Start of the window/)
      assert.notInclude(described, "Synthetic in the sandbox")
      const filings = Client.textOf(yield* client.call("describe_endpoint", { endpoint: "filings.index" }))
      assert.include(filings, "Synthetic in the sandbox")
      const made = Client.jsonOf(
        yield* client.call("call_endpoint", { endpoint: "filings.index", request: {}, rows: 1 }),
      )
      assert.match(made.synthetic, /^Synthetic in the sandbox/)
      const ratios = Client.textOf(yield* client.call("describe_endpoint", { endpoint: "stocks.ratios" }))
      assert.include(ratios, "`price_to_earnings`, `price_to_book`")
      assert.notInclude(ratios, "price_to_earnings.gt")
      isRefused(yield* client.call("describe_endpoint", { endpoint: "stocks.bar" }), "Did you mean stocks.bars")
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it("describes every endpoint in a bounded number of characters", () => {
    for (const entry of Catalog.endpoints) {
      const described = Documents.describe(entry)
      assert.isAtMost(described.length, 4000, entry.name)
      const names = entry.parameters.map(({ name }) => name.replace(/\.(eq|gte?|lte?|any_of|all_of)$/, ""))
      for (const name of [...names, ...entry.fields.map(({ name }) => name)]) assert.include(described, name)
    }
  })

  it.live("tells how to work with it, and which texts are data", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const { result } = JSON.parse(client.lines[0]!)
      for (const part of [
        "search_catalog",
        "max_drawdown(",
        "bs_price(",
        "never instructions",
        "every price and figure is synthetic",
      ])
        assert.include(result.instructions, part)
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.live("hints at what is wrong where there are no rows", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const call = (request: object, table?: string) =>
        client.call("call_endpoint", { endpoint: "stocks.bars", request: { ...bars, ...request }, rows: 1, table })
      const lower = Client.jsonOf(yield* call({ stocksTicker: "aapl" }))
      assert.include(lower.hint, "Tickers are case-sensitive: AAPL instead of aapl?")
      assert.include(Client.jsonOf(yield* call({ stocksTicker: "NOSUCH" })).hint, "reference.tickers")
      assert.include(Client.jsonOf(yield* call({})).hint, "keep all its rows as a table")
      assert.strictEqual(Client.jsonOf(yield* call({}, "kept")).hint, "Query the table.")
      const missing = { endpoint: "stocks.openClose", request: { stocksTicker: "aapl", date: "2025-06-02" } }
      isRefused(yield* client.call("call_endpoint", missing), "not found (404", "AAPL instead of aapl?")
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.live("requests rows, and says how many there are beside them", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const call = (args: object) => client.call("call_endpoint", { endpoint: "stocks.bars", request: bars, ...args })
      const all = Client.jsonOf(yield* call({}))
      assert.strictEqual(all.more, 0)
      assert.isAbove(all.rows.length, 30)
      assert.strictEqual(all.rows[0][all.columns.indexOf("timestamp")], "2025-05-01T04:00:00Z")
      const some = Client.jsonOf(yield* call({ rows: 3, columns: ["timestamp", "close"] }))
      assert.deepStrictEqual(some.columns, ["timestamp", "close"])
      assert.lengthOf(some.rows, 3)
      assert.strictEqual(some.more, all.rows.length - 3)
      assert.lengthOf(Client.jsonOf(yield* call({ request: { ...bars, limit: 2 } })).rows, 2)
      const minutes = { ...bars, timespan: "minute" }
      const cut = Client.jsonOf(yield* call({ request: minutes, rows: 1000 }))
      assert.isAtMost(JSON.stringify(cut.rows).length, 60_100)
      assert.match(String(cut.more), /^at least /)
      const month = { ...bars, from: "2025-05", to: "2025-05" }
      assert.lengthOf(Client.jsonOf(yield* call({ request: month })).rows, 21)
      const value = yield* client.call("call_endpoint", {
        endpoint: "stocks.openClose",
        request: Catalog.find("stocks.openClose")!.example,
      })
      assert.isNumber(Client.jsonOf(value).value.close)
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.live("refuses with the sentence that says how to mend it", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const call = (args: object) => client.call("call_endpoint", { endpoint: "stocks.bars", request: bars, ...args })
      isRefused(
        yield* call({ request: { ...bars, timespan: "days" } }),
        '"timespan" must be one of',
        "Nothing was sent",
      )
      isRefused(
        yield* call({ request: { ...bars, from: "20250501" } }),
        '"from" must be',
        "2025-05-01",
        "Nothing was sent",
      )
      isRefused(yield* call({ request: { ...bars, from: 1_746_057_600 } }), "no epoch seconds: 2025-05-01T00:00:00Z")
      isRefused(yield* call({ request: { ...bars, timespam: "day" } }), '"timespam" must be omitted', "timespan")
      isRefused(yield* call({ request: {} }), '"stocksTicker" must be given', "A request that works")
      isRefused(yield* call({ endpoint: "stocks.bar" }), "Did you mean stocks.bars")
      isRefused(yield* call({ columns: ["clos"] }), 'no column "clos"', "close")
      isRefused(yield* call({ rows: 5000 }), '"rows"', "1000")
      isRefused(yield* call({ table: "no name" }), '"table"')
      isRefused(yield* call({ request: "AAPL" }), '"request"')
      isRefused(yield* call({ other: 1 }), '"other"')
      isRefused(yield* client.call("call_endpoint"), '"endpoint"')
      const single = { endpoint: "stocks.openClose", request: Catalog.find("stocks.openClose")!.example, table: "one" }
      isRefused(yield* client.call("call_endpoint", single), "only rows can be kept")
      const missing = { endpoint: "stocks.openClose", request: { stocksTicker: "NOSUCH", date: "2025-06-02" } }
      isRefused(yield* client.call("call_endpoint", missing), "not found (404")
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.live("refuses wrong arguments with what they are to be", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const chart = (args: object) => client.call("draw_chart", { ticker: "AAPL", ...args })
      const names = "The arguments of draw_chart are ticker, timespan, multiplier, from, to."
      isRefused(yield* chart({ interval: "1d" }), '"interval"', names)
      isRefused(yield* chart({ multiplier: 0 }), '"multiplier"', "Number of timespans in a bar. Default 1.")
      isRefused(
        yield* chart({ timespan: "1d" }),
        '"timespan": must be one of second, minute, hour, day',
        "The unit of a bar.",
      )
      isRefused(yield* client.call("search_catalog", { query: "bars" }), '"query"', "are words, most")
      isRefused(yield* client.call("query", { sql: "SELECT 1", rows: "all" }), '"rows"', "from 1 to 1000")
      isRefused(yield* client.call("query", {}), '"sql"', "One SELECT in DuckDB's dialect.")
      isRefused(yield* client.call("query", { sql: "DROP TABLE a" }), "Only queries run here. Write one SELECT")
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.live("tells what the service refuses, and never the key", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const refused = yield* client.call("call_endpoint", { endpoint: "stocks.bars", request: bars })
      isRefused(refused, "refused the key", "401")
      isRefused(yield* client.call("call_endpoint", { endpoint: "stocks.bars", request: { ...bars, apiKey: secret } }))
      yield* client.request("tools/list")
      yield* client.request("resources/read", { uri: "candela://guide" })
      yield* client.end
      assert.notInclude(client.lines.join(""), secret)
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer({ apiKey: secret }))),
  )

  it.live("keeps rows as tables, and queries them", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const keep = (table: string, stocksTicker: string) =>
        client.call("call_endpoint", { endpoint: "stocks.bars", request: { ...bars, stocksTicker }, rows: 0, table })
      const query = (sql: string, rows?: number) => client.call("query", { sql, ...(rows && { rows }) })
      const { table } = Client.jsonOf(yield* keep("aapl", "AAPL"))
      yield* keep("msft", "MSFT")
      assert.deepStrictEqual(Client.jsonOf(yield* query("SELECT count(*) AS n FROM aapl")), {
        columns: ["n"],
        rows: [[table.rows]],
      })
      const joined = "SELECT count(*) FROM aapl JOIN msft USING (timestamp) WHERE timestamp >= TIMESTAMPTZ '2025-06-02'"
      assert.isAbove(Client.jsonOf(yield* query(joined)).rows[0][0], 10)
      const few = Client.jsonOf(yield* query("SELECT * FROM aapl", 2))
      assert.lengthOf(few.rows, 2)
      assert.isString(few.more)
      // A table is replaced, and is there as it was where its request fails.
      yield* client.call("call_endpoint", { endpoint: "stocks.splits", request: {}, rows: 0, table: "msft" })
      assert.include(Client.textOf(yield* query("DESCRIBE msft")), "execution_date")
      isRefused(yield* keep("aapl", "not a ticker!"))
      assert.strictEqual(Client.jsonOf(yield* query("SELECT count(*) FROM aapl")).rows[0][0], table.rows)
      isRefused(yield* query("SELECT nothing FROM aapl"), "nothing")
      isRefused(yield* query("SELEC"), "syntax error")
      isRefused(yield* query("SELECT * FROM other"), "There is no table other. The tables are aapl, msft.")
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )

  it.scopedLive("reads the histories of a store beside the tables of the session", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      yield* folder.run(
        "history sync --store @data --tickers NVDA,KO --timespan day --from 2024-06-03 --to 2024-06-14 --sandbox",
      )
      const client = yield* Client.connectTo(folder.path("data"))
      const query = (sql: string) => client.call("query", { sql })
      const ask = (sql: string) => Effect.map(query(sql), (message) => Client.jsonOf(message).rows)
      assert.include(JSON.parse(client.lines[0]!).result.instructions, "bars_adjusted")
      assert.deepStrictEqual(yield* ask("SELECT ticker, count(*) FROM bars GROUP BY 1 ORDER BY 1"), [
        ["KO", 10],
        ["NVDA", 10],
      ])
      // NVDA was split 10 for 1 on June 10.
      const fall =
        "SELECT min(r) < -0.5 FROM (SELECT simple_return(close, timestamp) AS r FROM $ WHERE ticker = 'NVDA')"
      assert.deepStrictEqual(yield* ask(fall.replace("$", "bars")), [[true]])
      assert.deepStrictEqual(yield* ask(fall.replace("$", "bars_adjusted")), [[false]])
      const kept = { endpoint: "stocks.bars", rows: 0, request: { ...bars, from: "2024-06-03", to: "2024-06-14" } }
      yield* client.call("call_endpoint", { ...kept, table: "aapl" })
      const joined = "SELECT count(*) FROM aapl JOIN bars USING (timestamp) WHERE bars.ticker = 'KO'"
      assert.deepStrictEqual(yield* ask(joined), [[10]])
      isRefused(yield* client.call("call_endpoint", { ...kept, table: "bars" }), "bars is a table of the store")
      isRefused(yield* query("SELECT * FROM other"), "The tables are aapl, bars, splits, dividends, bars_adjusted")
      isRefused(yield* query(`SELECT * FROM read_parquet('${folder.path("data")}/**/*.parquet')`), "not available")
      yield* client.end
    }).pipe(Effect.provide(Sandbox.layer())),
  )

  it.live("draws charts", () =>
    Effect.gen(function* () {
      const client = yield* Client.connect
      const dates = { from: "2025-03-03", to: "2025-06-27" }
      const drawn = Client.textOf(yield* client.call("draw_chart", { ticker: "AAPL", ...dates }))
      assert.include(drawn, "AAPL")
      assert.isAtMost(Math.max(...drawn.split("\n").map((line) => line.length)), 100)
      assert.notInclude(drawn, "\u001b")
      isRefused(yield* client.call("draw_chart", { ticker: "NOSUCH", ...dates }), "NOSUCH has no day bars")
      isRefused(yield* client.call("draw_chart", { ticker: "AAPL", timespan: "days" }), '"timespan"')
      isRefused(yield* client.call("draw_chart", { ticker: "AAPL", from: "June", to: "2025-06-27" }), '"from" must be')
      yield* client.end
    }).pipe(Effect.scoped, Effect.provide(Sandbox.layer())),
  )
})
