/**
 * Sixty days of minutes of ten tickers, then live, through kills: the program of the guide, in processes of its own.
 */
import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { transform } from "esbuild"
import { spawn } from "node:child_process"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { guides, programs, useSandbox } from "./support.js"

const opening = Date.parse("2025-06-30T13:30:00Z")
/** Late trades change a bar for a quarter of an hour. */
const late = 16 * 60_000

interface Row {
  readonly ticker: string
  readonly timestamp: number
}

const file = "minutes.ndjson"

/** The rows that were written: the last line of a key counts. */
const written = () => {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Row]
      } catch {
        return []
      }
    })
  return new Map(rows.map((row) => [`${row.ticker} ${row.timestamp}`, row]))
}

/** Runs the program until a condition holds, then kills it; without one, to its end. Gives what it printed. */
const run = (isDue?: () => boolean) =>
  new Promise<{ readonly out: string; readonly code: number | null }>((resolve, reject) => {
    const child = spawn(process.execPath, ["resumed.mjs"], { stdio: ["ignore", "pipe", "inherit"] })
    let out = ""
    child.stdout.on("data", (text: Buffer) => (out += text.toString()))
    const timer = isDue && setInterval(() => isDue() && child.kill("SIGKILL"), 5)
    child.on("error", reject)
    child.on("exit", (code) => {
      clearInterval(timer)
      resolve({ out, code })
    })
  })

const size = () => (existsSync(file) ? statSync(file).size : 0)

/** Whether a row of today's session is among the last that were written. */
const isLive = () => {
  const [last] = /\{[^\n]*\}\n$/.exec(existsSync(file) ? readFileSync(file, "utf8").slice(-1000) : "") ?? []
  return last !== undefined && (JSON.parse(last) as Row).timestamp > opening + 20 * 60_000
}

describe("a program that follows sixty days of minutes of ten tickers, then the live channel", () => {
  // Two and a half hours of a session in 40 s: the history takes some of them.
  useSandbox({ live: { speed: 240 } })

  it("goes on after three kills, and has the history row for row", { timeout: 300_000 }, async () => {
    const { content } = programs().find(({ source }) => source.endsWith("live/resumed.ts"))!
    writeFileSync("resumed.mjs", (await transform(content, { loader: "ts", format: "esm", target: "es2022" })).code)
    const megabyte = 1_000_000
    for (const isDue of [() => size() > 2 * megabyte, () => size() > 12 * megabyte, isLive]) {
      assert.deepStrictEqual(await run(isDue), { out: "", code: null })
    }
    const { code, out } = await run()
    assert.deepStrictEqual([code, out], [0, readFileSync(join(guides, "live/resumed.txt"), "utf8")])

    const rows = written()
    const tickers = [...new Set([...rows.values()].map(({ ticker }) => ticker))]
    assert.lengthOf(tickers, 10)
    const program = Effect.gen(function* () {
      const { bars } = yield* Stocks
      for (const ticker of tickers) {
        const request = { stocksTicker: ticker, multiplier: 1, timespan: "minute" } as const
        const history = yield* Stream.runCollect(bars.stream({ ...request, from: "2025-05-02", to: "2025-06-30" }))
        const all = [...rows.values()].filter((row) => row.ticker === ticker)
        // Each ticker is as far as its own last row.
        const end = all.reduce((end, { timestamp }) => Math.max(end, timestamp), 0) - late
        assert.isAbove(end, opening + 2 * 3_600_000)
        const expected = [...history].filter(({ timestamp }) => timestamp <= end)
        const told = all.filter(({ timestamp }) => timestamp <= end)
        assert.isAbove(expected.length, 10_000)
        assert.deepStrictEqual(
          told.sort((one, other) => one.timestamp - other.timestamp),
          expected.map((bar) => StocksLive.topics.minuteBars.fill!.ofHistory(bar as never, ticker)),
        )
      }
    })
    const Service = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))
    await Effect.runPromise(Effect.provide(program, Service))
  })
})
