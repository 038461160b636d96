import { declarations } from "@candela/catalog/Catalog"
import { argumentsOf, isArgument } from "@candela/catalog/CommandLine"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { execFileSync } from "node:child_process"
import { command } from "../../src/common/Command.js"
import { curl } from "../../src/common/Curl.js"
import * as Call from "../../src/explorer/Call.js"
import { endpoints } from "../support.js"
import { baseUrl, charts, tables } from "./calls.js"

describe("Call", () => {
  it("shows commands of which a shell makes one URL, with the key as a variable", () => {
    for (const call of tables) {
      const path = Either.getOrThrow(Call.path(call))
      const command = curl(baseUrl + path)
      const printed = execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${command}`], {
        encoding: "utf8",
        env: { MARKET_DATA_API_KEY: "secret" },
      })
      assert.deepStrictEqual(printed.split("\n"), [baseUrl + path, "--header", "Authorization: Bearer secret", ""])
    }
    assert.include(curl(`${baseUrl}/it's`), `'http://127.0.0.1:8787/it'\\''s'`)
  })

  it("shows commands of which a shell makes the words of the request, with the key in no word", () => {
    const candela = `candela() { printf '%s\\n' "$MARKET_DATA_API_KEY" "$@"; }`
    const wordsOf = ({ endpoint, request }: Call.Call) => {
      const text = command(baseUrl, endpoint.name, argumentsOf(endpoint), request)
      return execFileSync("sh", ["-c", `${candela}\n${text}`], {
        encoding: "utf8",
        env: { MARKET_DATA_API_KEY: "secret" },
      })
    }
    const url = ["--url", baseUrl, ""]
    assert.deepStrictEqual(wordsOf(tables[0]!).split("\n"), [
      ...["secret", "stocks", "open-close", "AAPL", "--date", "2025-06-27"],
      ...url,
    ])
    assert.deepStrictEqual(wordsOf(tables[3]!).split("\n"), [
      ...["secret", "reference", "tickers", "--search", `it's "quoted"`, "--active", "false"],
      ...["--order", "desc", "--sort", "name"],
      ...url,
    ])
  })

  it("takes the same parameters for arguments by the catalogue of the pages as by the declaration", () => {
    for (const { name, parameters } of endpoints)
      assert.deepStrictEqual(
        parameters.filter(isArgument).map(({ name }) => name),
        argumentsOf(declarations.get(name)!),
      )
  })

  it("shows a stream's first request, which asks for the largest page", () => {
    const [stocks] = charts
    assert.strictEqual(
      Either.getOrThrow(Call.path(stocks!)),
      "/v2/aggs/ticker/AAPL/range/1/day/2024-06-30/2025-06-30?sort=desc&limit=50000",
    )
  })
})
