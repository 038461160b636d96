import { LiveConnection } from "@candela/core/LiveConnection"
import { Evicted, type LiveError } from "@candela/core/LiveError"
import { MarketData } from "@candela/core/MarketData"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Mailbox, Option, type Stream, TestClock } from "effect"
import { runOn } from "../../src/chart/LiveProgram.js"
import type { ChartOptions } from "../../src/chart/Program.js"
import * as Status from "../../src/chart/Status.js"
import * as TestTerminal from "../TestTerminal.js"

type Signal = Stream.Stream.Success<ReturnType<LiveConnection.Service["subscribe"]>>

/** Ten in the morning in New York. */
const ten = Date.parse("2025-06-30T14:00:00Z")

const bar = (time: number, close: number) => ({ o: 100, h: 110, l: 90, c: close, v: 10, n: 1, vw: 100, t: time })

/** A service at a minute past ten: twenty minute bars of AAPL, and one second bar in each minute. */
const service = (extra: ReadonlyArray<ReturnType<typeof bar>>) => {
  const minutes = Array.from({ length: 20 }, (_, at) => bar(ten - at * 60_000, 100 + at / 10))
  const results = (path: string) => {
    if (path.includes("/reference/tickers")) return path.includes("AAPL") ? [{ ticker: "AAPL" }] : []
    if (path.includes("/minute/")) return minutes
    const [, from, to] = /\/second\/(\d+)\/(\d+)/.exec(path) ?? []
    return [...minutes.toReversed(), ...extra].filter(({ t }) => t >= Number(from) && t <= Number(to))
  }
  const client = HttpClient.make((request, url) => {
    const rows = results(url.pathname + url.search)
    const page = { ticker: "AAPL", status: "OK", resultsCount: rows.length, adjusted: true, results: rows }
    return Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(page)))
  })
  return MarketData.layer({ baseUrl: "http://service", apiKey: "key" }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
  )
}

const rows = (...bars: ReadonlyArray<readonly [second: number, close: number]>): Signal => ({
  _tag: "Rows",
  rows: bars.map(([second, close]) => ({
    ...{ ticker: "AAPL", timestamp: ten + second * 1000, end: ten + second * 1000 + 1000 },
    ...{ open: 100, high: 110, low: 90, close, volume: 10, vwap: 100 },
  })) as never,
})

const options: ChartOptions = {
  ...{ tickers: ["AAPL"], timespan: undefined, multiplier: undefined, from: undefined, to: undefined },
  ...{ market: undefined, height: undefined, html: undefined, utc: false, adjusted: true },
  ...{ live: true, "live-url": undefined, speed: undefined },
}

/** A chart that is followed in a terminal, with a scripted live channel. */
const chart = (values: Partial<ChartOptions> = {}, process: TestTerminal.Process = { terminal: true, colors: true }) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(ten + 60_000)
    const channel = yield* Mailbox.make<Signal, LiveError>()
    const known: Array<ReturnType<typeof bar>> = []
    const connection = Layer.merge(
      service(known),
      Layer.succeed(LiveConnection, {
        subscribe: () => Mailbox.toStream(channel) as never,
        state: Effect.succeed([]),
      }),
    )
    const { printed, terminal } = TestTerminal.make(process)
    const fiber = yield* Effect.fork(
      runOn(connection, { ...options, ...values }).pipe(
        Effect.scoped,
        Effect.provide(TestTerminal.layer({ ...process, settings: { sandbox: false } }, terminal)),
      ),
    )
    const out = () => printed().out
    return {
      channel,
      fiber,
      known,
      out,
      printed,
      pass: (seconds: number) => TestClock.adjust(`${seconds} seconds`),
      /** The lines of the last drawing, without styles. */
      lines: () =>
        out()
          .split("\u001B[?2026h\u001B[H")
          .at(-1)!
          // oxlint-disable-next-line no-control-regex -- what steers a terminal
          .replaceAll(/\u001B\[[\d;?]*[a-zA-Z]/g, "")
          .split("\r\n"),
    }
  })

const subscribed: Signal = { _tag: "Subscribed", at: ten + 60_000 }

describe("a chart that follows the live channel", () => {
  it.scoped("draws the history, lets the last candle grow, draws a revised one again, and shows the connection", () =>
    Effect.gen(function* () {
      const { channel, fiber, known, lines, out, pass } = yield* chart()
      yield* pass(1)
      assert.match(lines()[0]!, /^AAPL {2}Minute bars {2}100\.00 /)
      assert.match(lines().at(-1)!, /^○ connecting +Ctrl-C ends$/)
      yield* channel.offer(subscribed)
      yield* pass(1)
      assert.match(lines().at(-1)!, /^○ connected, fetching what was missed/)
      // The endpoint has the first live row: nothing before it is missing.
      known.push(bar(ten + 61_000, 105))
      yield* channel.offer(rows([61, 105]))
      yield* pass(8)
      assert.match(lines().at(-1)!, /^● live/)
      assert.match(lines()[0]!, / 105\.00 /)
      yield* channel.offer(rows([62, 106.5]))
      yield* pass(1)
      assert.match(lines()[0]!, / 106\.50 /)
      yield* channel.offer(rows([62, 107.25]))
      yield* pass(1)
      assert.match(lines()[0]!, / 107\.25 /)
      yield* channel.offer({ _tag: "Lost", reason: "cut", at: ten + 80_000 })
      yield* pass(1)
      assert.match(lines().at(-1)!, /^○ reconnecting: the connection was lost/)
      yield* channel.offer(subscribed)
      yield* pass(8)
      assert.match(lines().at(-1)!, /^● live/)
      const written = out().length
      yield* pass(2)
      assert.strictEqual(out().length, written, "it writes although nothing has changed")
      yield* Fiber.interrupt(fiber)
    }),
  )

  it.scoped("tells when bars may be missing by the times of the bars, whatever the clock here says", () =>
    Effect.gen(function* () {
      const { channel, fiber, known, lines, pass } = yield* chart()
      yield* channel.offer(subscribed)
      known.push(bar(ten + 61_000, 105))
      yield* channel.offer(rows([61, 105]))
      yield* pass(8)
      assert.match(lines().at(-1)!, /^● live/)
      // The clock here is a year behind that of the market.
      const here = ten - 365 * 24 * 3_600_000
      yield* channel.offer({ _tag: "Lost", reason: "cut", at: here })
      yield* channel.offer({ _tag: "Subscribed", at: here + 5_000 })
      yield* channel.offer(rows([130, 106]))
      for (let turn = 0; turn < 15; turn++) yield* pass(5)
      assert.match(lines().at(-1)!, /^● live, but bars may be missing from 10:01:02 to 10:02:10: /)
      yield* Fiber.interrupt(fiber)
    }),
  )

  it.scoped("leaves the terminal whole when it is interrupted, with the last chart and without its state", () =>
    Effect.gen(function* () {
      const { channel, fiber, lines, out, pass } = yield* chart()
      yield* channel.offer(subscribed)
      yield* pass(1)
      const shown = lines().slice(0, -1)
      yield* Fiber.interrupt(fiber)
      const [first, left = "", ...more] = out().split("\u001B[?25h\u001B[?1049l")
      assert.isTrue(first!.startsWith("\u001B[?1049h\u001B[?25l"))
      assert.isEmpty(more)
      // oxlint-disable-next-line no-control-regex -- the codes of styles
      assert.strictEqual(left.replaceAll(/\u001B\[\d+m/g, ""), `${shown.join("\n")}\n`)
    }),
  )

  it.scoped("fails as the channel does, after the terminal is whole again", () =>
    Effect.gen(function* () {
      const { channel, fiber, out, pass } = yield* chart()
      yield* channel.offer(subscribed)
      yield* pass(1)
      const where = { cluster: "stocks", origin: "wss://socket.example.com", urlFrom: "--live-url" }
      yield* channel.fail(new Evicted({ ...where, times: 3, within: 600_000 }))
      yield* pass(1)
      const exit = yield* Fiber.await(fiber)
      assert.isTrue(Exit.isFailure(exit) && Option.isSome(Cause.failureOption(exit.cause)))
      assert.include(out(), "\u001B[?25h\u001B[?1049l")
    }),
  )

  const refused: ReadonlyArray<readonly [Partial<ChartOptions>, TestTerminal.Process, RegExp]> = [
    [{}, { terminal: false }, /standard output is none.*candela live stocks\.minuteBars AAPL/],
    [{}, { terminal: true, variables: { TERM: "dumb" } }, /standard output is none/],
    [{ timespan: { timespan: "day", multiplier: undefined } }, {}, /seconds, minutes or hours, and no day bars/],
    [{ to: { _tag: "Ago", count: 1, unit: "d" } }, {}, /leave --to out/],
    [{ html: "a.html" }, {}, /leave --live out/],
    [{ tickers: ["NOPE"] }, { terminal: true }, /has no NOPE among stocks/],
  ]
  for (const [values, process, said] of refused) {
    it.scoped(`says before it draws that ${said.source}`, () =>
      Effect.gen(function* () {
        const { fiber, out } = yield* chart(values, process)
        const exit = yield* Fiber.await(fiber)
        const error = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.failureOption(exit.cause)) : undefined
        assert.match(String((error as Error | undefined)?.message), said)
        assert.strictEqual(out(), "")
      }),
    )
  }
})

describe("the line about a connection", () => {
  const of = (state: Status.FollowedState["state"], ticker = "AAPL") => ({ ticker, state, zone: "UTC" }) as const
  const plain = { columns: 80, hasColors: false, isCut: false }
  const live = { _tag: "Live", missing: undefined } as const

  it("tells of bars that may be missing, in words of others that move no cursor, and is never too long", () => {
    const detail = "no\u001B[2J answer".repeat(10)
    const missing = of({ _tag: "Live", missing: { from: ten, to: ten + 5000, detail } })
    const line = Status.line([missing], { ...plain, columns: 200 })
    assert.include(line, "live, but bars may be missing from 14:00:00 to 14:00:05: no\\u001b[2J answer")
    const open = of({ _tag: "Live", missing: { from: ten, to: undefined, detail: undefined } })
    assert.match(Status.line([open], plain), /live, but bars may be missing from 14:00:00 on /)
    for (const columns of [20, 80, 120]) assert.isAtMost(Status.line([missing], { ...plain, columns }).length, columns)
  })

  it("names the tickers where their connections differ, and says that charts are not seen", () => {
    const two = [of(live), of({ _tag: "Connecting" }, "X:BTCUSD")]
    assert.match(Status.line(two, plain), /^○ AAPL live {2}X:BTCUSD connecting/)
    assert.match(
      Status.line([of(live), of(live)], { ...plain, isCut: true }),
      /^● live; the terminal is too low for all/,
    )
  })
})
