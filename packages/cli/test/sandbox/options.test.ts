/**
 * Each option of the command changes what is served. The command runs in this process, so that a test clock drives it.
 */
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Option, TestClock } from "effect"
import { request } from "node:http"
import { main as candela } from "../../src/command/main.js"
import * as Program from "../../src/command/Program.js"
import { program } from "../../src/sandbox/Command.js"
import { options } from "../../src/sandbox/Options.js"
import { data as directory } from "../commands/run.js"
import { assertExpected } from "../expected.js"
import * as TestTerminal from "../TestTerminal.js"

/**
 * A present so early that three days are all that the data set with the fewest rows has: the tests
 * of the command have the same.
 */
const now = "2024-10-03T16:00:00-04:00"
const early = ["--dataset", "quickstart", "--now", now]

/** Runs the command for the scope, and gives the URL that it prints. */
const serve = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const printed = yield* Deferred.make<string>()
    const { printed: told, terminal } = TestTerminal.make()
    const out = { ...terminal.out, write: (text: unknown) => Deferred.succeed(printed, String(text)) }
    const fiber = yield* Effect.forkScoped(
      Program.main(program)({ ...terminal, out }, ["--port", "0", "--data", directory, ...args]),
    )
    const ended = Effect.flatMap(Fiber.join(fiber), (code) => Effect.dieMessage(`It ended with ${code}: ${told().err}`))
    const banner = yield* Effect.raceFirst(Deferred.await(printed), ended)
    return /^Listening on (\S+)/.exec(banner)![1]!
  })

interface Answer {
  readonly results: ReadonlyArray<{ readonly T: string; readonly t: number; readonly c: number }>
}

const get = (url: string): Effect.Effect<Answer> =>
  Effect.promise(() =>
    fetch(url, { headers: { authorization: "Bearer sandbox" } }).then((answer) => answer.json() as Promise<Answer>),
  )

const previous = (url: string) => get(`${url}/v2/aggs/ticker/AAPL/prev`)

const turn = Effect.promise(() => new Promise((resume) => setImmediate(resume)))

describe("an option of the command", () => {
  it.scopedLive("--host is the address that is listened on", () =>
    Effect.gen(function* () {
      const url = yield* serve(...early, "--host", "localhost")
      assert.match(url, /^http:\/\/localhost:\d+$/)
      assert.strictEqual((yield* previous(url)).results.length, 1)
    }),
  )

  it.scopedLive("--host-name is answered for beside the names of loopback", () =>
    Effect.gen(function* () {
      const url = yield* serve(...early, "--host-name", "sandbox.test", "--host-name", "other.test")
      const status = (host: string) =>
        Effect.async<number | undefined>((resume) => {
          request(`${url}/health`, { headers: { host } }, (response) => {
            response.resume()
            resume(Effect.succeed(response.statusCode))
          }).end()
        })
      assert.strictEqual(yield* status("sandbox.test"), 200)
      assert.strictEqual(yield* status("other.test:80"), 200)
      assert.strictEqual(yield* status("evil.test"), 421)
    }),
  )

  it.scoped("--live-speed is that of a clock which runs from --live-from to --now", () =>
    Effect.gen(function* () {
      const url = yield* serve(...early, "--live-speed", "60", "--live-from", "2024-10-03T10:00:00-04:00")
      const health = get(`${url}/health`) as Effect.Effect<unknown> as Effect.Effect<Record<"clock" | "now", string>>
      assert.strictEqual((yield* health).clock, "running")
      assert.strictEqual((yield* health).now, "2024-10-03T14:00:00.000Z")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* health).now, "2024-10-03T15:00:00.000Z")
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* health).now, "2024-10-03T20:00:00.000Z")
    }),
  )

  it.scopedLive("--seed is that of the data", () =>
    Effect.gen(function* () {
      const close = (seed: number) =>
        Effect.gen(function* () {
          const path = yield* Dataset.make("quickstart", { directory, seed, now: Date.parse(now) })
          const { store } = yield* Dataset.open(path)
          const rows = yield* store.query<{ readonly c: number }>(
            "SELECT c FROM day_bars WHERE ticker = 'AAPL' AND date = '2024-10-02'",
          )
          return rows[0]!.c
        })
      const expected = yield* close(7)
      assert.notStrictEqual(yield* close(1), expected)
      const { results } = yield* previous(yield* serve(...early, "--seed", "7"))
      assert.strictEqual(results[0]!.c, expected)
    }),
  )

  it.scopedLive("--dataset is the data set that is served", () =>
    Effect.gen(function* () {
      const url = yield* serve(...early)
      const { results } = yield* get(`${url}/v2/aggs/grouped/locale/us/market/stocks/2024-10-01`)
      assert.deepStrictEqual(
        results.map(({ T }) => T),
        [...Dataset.extents.quickstart.markets.stocks!.tickers],
      )
    }),
  )

  it.scoped("--now wall is the time of the clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2024-10-03T20:00:00Z"))
      const url = yield* serve("--dataset", "quickstart", "--now", "wall")
      assert.strictEqual((yield* previous(url)).results[0]!.t, Date.parse("2024-10-02T04:00:00Z"))
    }),
  )

  it.scoped("--latency holds each answer back by as many milliseconds", () =>
    Effect.gen(function* () {
      const url = yield* serve(...early, "--latency", "50")
      const request = yield* Effect.fork(previous(url))
      const isHeldBack = Effect.map(TestClock.sleeps(), Chunk.contains(50))
      const isAnswered = Effect.map(Fiber.poll(request), Option.isSome)
      yield* Effect.repeat(turn, { until: () => Effect.zipWith(isHeldBack, isAnswered, (held, done) => held || done) })
      assert.isTrue(yield* isHeldBack)
      yield* TestClock.adjust("50 millis")
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(request)))
    }),
  )

  /** What requests for days of bars show, of a sandbox that answers each of them with rows otherwise. */
  const fates = (url: string) =>
    Effect.forEach(Array.from({ length: 24 }), (_, index) =>
      Effect.promise(() =>
        fetch(`${url}/v2/aggs/ticker/AAPL/prev?n=${index}`, { headers: { authorization: "Bearer sandbox" } }).then(
          (answer) =>
            answer.text().then(
              () => String(answer.status),
              () => "cut",
            ),
          () => "reset",
        ),
      ),
    )

  it.scopedLive("--fault is met as often as it says, by the seed, and by requests for data alone", () =>
    Effect.gen(function* () {
      const faults = ["503:0.25", "Reset:0.25", "ResetInBody:0.25"].flatMap((fault) => ["--fault", fault])
      const url = yield* serve(...early, ...faults)
      const met = yield* fates(url)
      assert.sameMembers([...new Set(met)], ["200", "503", "reset", "cut"])
      assert.deepStrictEqual(yield* fates(yield* serve(...early, ...faults)), met)
      assert.notDeepEqual(yield* fates(yield* serve(...early, ...faults, "--seed", "7")), met)
      for (let i = 0; i < 8; i++) assert.property(yield* get(`${url}/openapi.json`), "openapi")
    }),
  )

  it.scopedLive("--rate is that of the plan by default, and can be another or none", () =>
    Effect.gen(function* () {
      const statuses = (url: string) =>
        Effect.forEach(Array.from({ length: 6 }), () =>
          Effect.promise(() =>
            fetch(`${url}/v2/aggs/ticker/AAPL/prev?apiKey=free`).then(
              (answer) => (answer.body?.cancel(), answer.status),
            ),
          ),
        )
      const basic = [...early, "--key", "free=basic"]
      assert.deepStrictEqual(yield* statuses(yield* serve(...basic)), [200, 200, 200, 200, 200, 429])
      assert.deepStrictEqual(
        yield* statuses(yield* serve(...basic, "--rate", "5/hour")),
        [200, 200, 200, 200, 200, 429],
      )
      assert.strictEqual((yield* statuses(yield* serve(...basic, "--rate", "unlimited"))).at(-1), 200)
    }),
  )

  it.scopedLive("--lapses are in the answers as they say", () =>
    Effect.gen(function* () {
      const url = yield* serve(...early, "--lapses", "Empty,OtherTicker:1")
      const asked = `${url}/v2/aggs/ticker/AAPL/prev?apiKey=sandbox`
      const ask: Effect.Effect<object> = get(asked)
      assert.deepInclude(yield* ask, { resultsCount: 0, results: null, ticker: "MSFT" })
      assert.deepInclude(yield* ask, { resultsCount: 1, ticker: "MSFT" })
    }),
  )

  const refused: ReadonlyArray<readonly [args: ReadonlyArray<string>, words: string]> = [
    [["--dataset", "huge"], '--dataset must be one of small, demo, quickstart; got "huge"'],
    [["--port", "65536"], '--port must be a whole number from 0 to 65535; got "65536"'],
    [["--port", "abc"], '--port must be a whole number from 0 to 65535; got "abc"'],
    [["--log", "xml"], '--log must be one of text, json, none; got "xml"'],
    [["--seed", "abc"], '--seed must be a whole number; got "abc"'],
    [["--seed", "1.5"], "--seed must be a whole number"],
    [["--latency", "abc"], "--latency must be a whole number from 0 to 2147483647"],
    [["--data", "package.json"], '--data must be a directory, there or to be made, and no file; got "package.json"'],
    [["--host-name", "sandbox.test:80"], "--host-name must be a host name or an address without a port"],
    [["--host-name", "[::1]:"], "--host-name must be a host name or an address without a port"],
    [["--now", "yesterday"], '--now must be an instant such as 2025-06-30T16:00:00-04:00, or "wall"'],
    [["--now", "2025-06-30T16:00:00"], "--now must be an instant"],
    [["--key", "mine=gold"], "--key must be KEY or KEY=PLAN, where PLAN is one of basic, starter"],
    [["--lapses", "Everything"], "--lapses must be LAPSE, LAPSE:once, LAPSE:always or LAPSE:PROBABILITY"],
    [["--rate", "5/day"], "--rate must be a whole number of requests a second, minute or hour, such as 100/s"],
    [["--cors", "http://localhost:5173/"], "--cors must be an origin such as http://localhost:5173, without a path"],
    [["--cors", "localhost"], "--cors must be an origin"],
    [["--latency=-5"], "--latency must be a whole number from 0 to 2147483647"],
    [["--live-speed", "0"], "--live-speed must be a number above 0"],
    [["--live-from", "wall"], "--live-from must be an instant"],
    [["--fault", "505:0.1"], "--fault must be FAULT:PROBABILITY such as 503:0.05"],
    [["--fault", "503:0.6", "--fault", "Reset:0.5"], "together at most 1"],
    [["--import", "file.csv"], "--import must be FILE:TICKER or FILE:TICKER:COLUMNS"],
    // Of several, those that are wrong.
    [["--key", "mine", "--key", "his=gold"], 'business; got "his=gold"'],
    [["--dataset", "smal"], "Did you mean small?"],
    [["--prot", "1"], "candela-sandbox has no option --prot. Did you mean --port?"],
    [["--port"], "--port needs a value: --port PORT."],
    [["--no-gzip=yes"], '--no-gzip takes no value; got "yes"'],
    [["8787"], 'candela-sandbox takes no arguments; got also "8787"'],
  ]

  it.effect("is refused where its value is none that it takes, in words that say what it takes", () =>
    Effect.forEach(refused, ([args, words]) =>
      Effect.gen(function* () {
        const { code, err, out } = yield* TestTerminal.line(program, args)
        assert.deepStrictEqual([code, out], [2, ""], args.join(" "))
        assert.include(err, words)
        assert.match(err, /^candela-sandbox.*\nHelp: candela-sandbox --help\n$/s)
      }),
    ),
  )
})

describe("help", () => {
  it.effect("is the same as it was, and shows no option as required", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* TestTerminal.line(program, ["--help"])
      assert.deepStrictEqual([code, err], [0, ""])
      assertExpected("sandbox/help.txt", out)
      assert.match(out, /^Usage: candela-sandbox \[OPTIONS\]\n/)
      for (const option of Object.keys(options)) assert.match(out, new RegExp(`^  --${option}\\b`, "m"))
    }),
  )

  it.effect("is that of candela sandbox, too", () =>
    Effect.gen(function* () {
      const { printed, terminal } = TestTerminal.make()
      assert.strictEqual(yield* candela(terminal, ["help", "sandbox"]), 0)
      const { out } = printed()
      assert.match(out, /^Usage: candela sandbox \[OPTIONS\]\n/)
      assert.include(out, "  candela sandbox --port 8787 --key mine --key free=basic\n")
      const [own = ""] = (yield* TestTerminal.line(program, ["--help"])).out.split("  --json-errors")
      assert.include(out, own.slice(own.indexOf("Options:")).trimEnd())
    }),
  )
})
