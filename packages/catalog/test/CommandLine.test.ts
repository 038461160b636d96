import * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { execFileSync } from "node:child_process"

const argumentsOf = (name: string) => CommandLine.argumentsOf(Catalog.find(name)!.declaration)

describe("CommandLine", () => {
  it("writes instruments of the path first and without a name, other parameters behind their names", () => {
    const line = (name: string, request: object) => CommandLine.line(name, argumentsOf(name), { ...request })
    for (const [name, request, text] of [
      [
        "stocks.bars",
        { timespan: "day", multiplier: 1, stocksTicker: "AAPL", adjusted: undefined, limit: 5 },
        "stocks bars AAPL --timespan 1d --limit 5",
      ],
      ["stocks.openClose", { date: "2025-06-02", stocksTicker: "AAPL" }, "stocks open-close AAPL --date 2025-06-02"],
      ["forex.quotes", { "timestamp.gte": 1n }, "forex quotes '{fxTicker}' --timestamp.gte 1"],
      ["stocks.dividends", { "ticker.any_of": ["A", "B"] }, "stocks dividends --ticker.any_of A,B"],
      ["reference.tickers", { search: "it's", active: false }, "reference tickers --search 'it'\\''s' --active false"],
    ] as const)
      assert.strictEqual(line(name, request), text)
  })

  it("names methods as they are typed", () => {
    const names = ["bars", "dailyMarketSummary", "dividendsV3", "tickerTypes", "macd", "etfGlobalAUM"]
    assert.deepStrictEqual(names.map(CommandLine.kebab), [
      "bars",
      "daily-market-summary",
      "dividends-v3",
      "ticker-types",
      "macd",
      "etf-global-aum",
    ])
  })

  it("quotes every text so that a shell takes it as one word", () => {
    const texts = fc.sample(fc.string({ unit: "grapheme" }), 200).filter((text) => !text.includes("\0"))
    const all = [...texts, "", " ", "$HOME", "`id`", "a;b", "~", "*", "it's", "a\nb", "\\"]
    const printed = execFileSync("sh", ["-c", `printf '%s\\0' ${all.map(CommandLine.quoted).join(" ")}`], {
      encoding: "utf8",
    })
    assert.deepStrictEqual(printed.split("\0").slice(0, -1), all)
  })
})
