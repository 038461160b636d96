import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type * as TestTerminal from "../TestTerminal.js"
import { localService } from "./localService.js"
import { makeFolder } from "./run.js"
import * as Check from "../../src/commands/doctor/Check.js"

/**
 * Title of the window, the whole screen, the same by C1, the clipboard, the direction of what follows, a second line.
 */
const hostile = "a\u001b]0;title\u0007b\u001b[2J\u009b2J\u001b]52;c;cm0=\u001b\\\u202e\u2066c\nd"

/** The command's own sequences: redrawn lines, and styles. */
const own = ["\r\u001b[2K", "\r\u001b[K", "\u001b[2K", "\u001b[0J"]
const moves = new RegExp(String.raw`\u001b\[\d+[Am]`, "g")

/** Characters that act on a terminal, beside line feeds. */
const acting = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u

const assertInert = (text: string, what: string) => {
  const rest = own.reduce((text, sequence) => text.replaceAll(sequence, ""), text).replaceAll(moves, "")
  const at = rest.search(acting)
  assert.strictEqual(at, -1, `${what}: ${JSON.stringify(rest.slice(Math.max(0, at - 40), at + 40))}`)
}

/** The same document, whose every text is hostile. `keep` are texts without which nothing is read. */
const poisoned = (value: unknown, keep: ReadonlySet<string>): unknown => {
  if (typeof value === "string") return keep.has(value) ? value : `${value}${hostile}`
  if (Array.isArray(value)) return value.map((item) => poisoned(item, keep))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, keep)]))
}

const day = Date.parse("2024-03-05T05:00:00Z")
const bar = (t: number) => ({ t, o: 1, h: 1, l: 1, c: 1, v: 1, [`zz${hostile}`]: 1, note: "z" })

/** Answers to each path. `fault` in the key of a request chooses a status. */
const answer = ({ headers, url = "/" }: IncomingMessage, response: ServerResponse) => {
  const status = Number(/fault-(\d+)/.exec(headers.authorization ?? "")?.[1] ?? 200)
  const { pathname } = new URL(url, "http://service")
  const isBad = headers.authorization?.includes("bad-rows") === true
  const results = pathname.startsWith("/v2/aggs")
    ? [bar(day), bar(day + 86_400_000), ...(isBad ? [{ ...bar(day + 2 * 86_400_000), c: "x" }] : [])]
    : [
        {
          ticker: "AAPL",
          name: "Apple",
          title: "News",
          execution_date: "2024-03-05",
          split_from: 1,
          split_to: 1,
          id: "i",
        },
      ]
  const document =
    status === 200
      ? { status: "OK", request_id: "r", ticker: "AAPL", adjusted: true, results, extra: "e" }
      : { status: "ERROR", request_id: "r", error: "no", message: "never" }
  const keep = new Set(["OK", "AAPL", ...(status === 200 ? [] : ["ERROR"])])
  response.writeHead(status, { "content-type": "application/json", "x-request-id": encodeURIComponent("r") })
  response.end(
    headers.authorization?.includes("elsewhere")
      ? `${hostile}<html>${hostile}`
      : JSON.stringify(poisoned(document, keep)),
  )
}

const terminal: TestTerminal.Process = { terminal: true, colors: true, columns: 200 }

const bars = "stocks bars AAPL --multiplier 1 --timespan day --from 2024-03-05 --to 2024-03-08"

describe("a service whose every text acts on a terminal", () => {
  const inert = (key: string, lines: ReadonlyArray<string>, process: TestTerminal.Process = terminal) =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { url } = yield* localService(answer)
      const variables = { MARKET_DATA_API_KEY: key, MARKET_DATA_URL: url }
      let printed = ""
      for (const line of lines) {
        const { err, out } = yield* folder.run(line, [], {
          ...process,
          variables: { ...variables, ...process.variables },
        })
        assertInert(out, `${line}, out`)
        assertInert(err, `${line}, err`)
        printed += out + err
      }
      return printed
    })

  it.scopedLive("shows its rows in every format, tables, charts and logs without acting", () =>
    Effect.gen(function* () {
      const printed = yield* inert("a-key-of-a-test", [
        ...["table", "csv", "ndjson", "json"].flatMap((format) => [
          `${bars} --format ${format}`,
          `reference tickers --format ${format}`,
        ]),
        `${bars} --verbose`,
        "stocks news --verbose",
        "reference tickerOverview AAPL",
        "chart AAPL --from 2024-03-05 --to 2024-03-08",
        `preview ${bars}`,
      ])
      assert.include(printed, "\\u001b]0;title\\u0007")
    }),
  )

  it.scopedLive("shows its refusals without acting, whatever the status", () =>
    Effect.gen(function* () {
      for (const status of [400, 401, 403, 404, 409, 418]) {
        yield* inert(`fault-${status}-of-a-test`, [
          bars,
          `${bars} --verbose`,
          "doctor",
          "chart AAPL --from 2024-03-05 --to 2024-03-08",
        ])
      }
      const printed = yield* inert("elsewhere-fault-404-of-a-test", [bars, "doctor"])
      assert.include(printed, "\\u001b]0;title\\u0007")
    }),
  )

  it.scopedLive("is examined without acting, with fields that no schema knows and rows that do not decode", () =>
    Effect.gen(function* () {
      const printed = yield* inert("bad-rows-of-a-test", [
        "doctor",
        "doctor --verbose",
        bars,
        `${bars} --on-invalid-row skip`,
      ])
      assert.include(printed, "\\u001b]0;title\\u0007")
    }),
  )

  it("is examined without acting, whatever the details of a check are", () => {
    const [line] = Check.lines([Check.warning("clock", "\u001b]0;title\u0007")], { columns: 80, hasColors: false })
    assert.include(line, "\\u001b]0;title\\u0007")
    assert.notInclude(line, "\u001b")
  })

  it.scopedLive("fails backfills and syncs without acting", () =>
    Effect.gen(function* () {
      const range = "--timespan day --from 2024-03-05 --to 2024-03-08"
      const printed = yield* inert("fault-409-of-a-test", [
        `history sync --store @store --tickers AAPL ${range}`,
        `history sync --store @store --tickers AAPL ${range} --on-failure collect`,
        `backfill plan --store @store --tickers AAPL ${range} --attempts 1 --database @plans.sqlite`,
        "backfill run --store @store --database @plans.sqlite",
        "backfill status --database @plans.sqlite",
        "backfill status --watch --database @plans.sqlite",
      ])
      assert.include(printed, "\\u001b]0;title\\u0007")
    }),
  )

  it.scopedLive("says nothing to a reader of its errors as JSON that acts", () =>
    Effect.gen(function* () {
      const printed = yield* inert("fault-409-of-a-test", [`${bars} --json-errors`, `${bars} --json-errors --verbose`])
      assert.include(printed, "\\u009b2J")
    }),
  )
})
