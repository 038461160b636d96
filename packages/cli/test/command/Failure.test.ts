import * as Errors from "@candela/core/MarketDataError"
import { SystemError } from "@effect/platform/Error"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Redacted } from "effect"
import { UsageError } from "../../src/command/UsageError.js"
import { OutputError } from "../../src/terminal/OutputError.js"
import { ClosedPipe } from "../../src/terminal/Terminal.js"
import * as TestTerminal from "../TestTerminal.js"
import { make } from "./program.js"

const answer = { endpoint: "stocks.bars", status: 400, requestId: "r-1", detail: "No." }
const origin = { origin: "http://127.0.0.1:1", urlFrom: "--url" }

/** The advice of the library's messages, in the words of the command. */
const words = {
  "Raise timeout of MarketData.layer or deadline of the call, or request smaller pages":
    "Try again, or request less: a smaller limit, or a shorter range",
  "Request smaller pages (limit, or pageSize of a stream), or raise maxBodySize of MarketData.layer":
    "Request less: a smaller limit, or a shorter range",
  "Set rateLimit of MarketData.layer to your plan's rate":
    "Store it with candela login --rate: the option takes your plan's rate",
}

const told = (message: string) => Object.entries(words).reduce((text, [from, to]) => text.replace(from, to), message)

/** Failures with their exit codes. */
const failures: ReadonlyArray<readonly [code: number, error: { readonly _tag: string; readonly message: string }]> = [
  [2, new UsageError({ message: "Write it so." })],
  [2, new Errors.InvalidRequest({ endpoint: "stocks.bars", parameter: "limit", value: "0", expected: "1" })],
  [2, new Errors.BadResolution(answer)],
  [3, new Errors.Unauthorized({ ...answer, status: 401, reason: "UnknownKey", keyFrom: "MARKET_DATA_API_KEY" })],
  [3, new Errors.Unauthorized({ ...answer, status: 403, reason: "NotEntitled" })],
  [1, new Errors.NotFound({ ...answer, status: 404 })],
  [1, new Errors.Conflict(answer)],
  [1, new Errors.ServiceError({ ...answer, status: 500, retryAfter: Duration.seconds(3) })],
  [1, new Errors.TransportError({ endpoint: "stocks.bars", reason: "Connection", detail: "ECONNREFUSED", ...origin })],
  [1, new Errors.TimeoutError({ endpoint: "stocks.bars", timeout: Duration.seconds(30) })],
  [1, new Errors.TransportError({ endpoint: "stocks.bars", reason: "BodyTooLarge", detail: "300 MB" })],
  [1, new Errors.RateLimited({ ...answer, status: 429 })],
  [1, new OutputError({ message: "Cannot write." })],
]

const fail = (failure: Effect.Effect<void, unknown>, args: ReadonlyArray<string> = []) =>
  TestTerminal.line(make(failure), ["fail", ...args])

describe("failures", () => {
  it.effect("are their own sentences on standard error, with the exit code of their kind", () =>
    Effect.forEach(failures, ([code, error]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* Effect.map(fail(Effect.fail(error)), ({ code, err, out }) => ({ code, err, out })),
          {
            code,
            err: `candela: ${told(error.message)}\n`,
            out: "",
          },
        )
      }),
    ),
  )

  it.effect("act on no terminal, and neither does what is logged", () =>
    Effect.gen(function* () {
      const hostile = "a\u001b]0;title\u0007\u009b2J\u202e"
      const shown = "a\\u001b]0;title\\u0007\\u009b2J\\u202e"
      const failing = yield* fail(Effect.fail(new UsageError({ message: `First ${hostile}.\nSecond.` })))
      assert.strictEqual(failing.err, `candela: First ${shown}.\nSecond.\n`)
      const json = yield* fail(Effect.fail(new UsageError({ message: hostile })), ["--json-errors"])
      assert.notInclude(json.err, "\u009b")
      assert.strictEqual((JSON.parse(json.err) as { readonly message: string }).message, hostile)
      const dying = yield* fail(Effect.die(new Error(hostile)), ["--verbose"])
      assert.notMatch(dying.err, /[^\P{Cc}\n]|\u202e/u)
      const logging = yield* fail(Effect.logWarning(hostile, Cause.fail(new Error(hostile))))
      assert.include(logging.err, `warn: ${shown}`)
      assert.notMatch(logging.err, /[^\P{Cc}\n]|\u202e/u)
    }),
  )

  it.effect("are one JSON object where --json-errors is written: tag, message, and the error's own fields", () =>
    Effect.gen(function* () {
      for (const [code, error] of failures) {
        const ended = yield* fail(Effect.fail(error), ["--json-errors"])
        assert.strictEqual(ended.code, code)
        assert.match(ended.err, /^\{.*\}\n$/)
        assert.notInclude(ended.err, "MarketData.layer")
        const { error: tag, message, ...fields } = JSON.parse(ended.err) as Record<string, unknown>
        assert.deepStrictEqual([tag, message], [error._tag, told(error.message)])
        const { retryAfter, timeout, ...own } = error as { retryAfter?: unknown; timeout?: unknown; _tag: string }
        assert.deepStrictEqual(
          { _tag: tag, ...fields },
          {
            ...JSON.parse(JSON.stringify({ ...own, message: undefined })),
            ...(retryAfter ? { retryAfter: 3000 } : {}),
            ...(timeout ? { timeout: 30_000 } : {}),
          },
        )
      }
      const usage = yield* TestTerminal.line(make(), ["chart", "--json-errors", "--timspan"])
      assert.deepStrictEqual(JSON.parse(usage.err), {
        error: "UsageError",
        message: "chart has no option --timspan. Did you mean --timespan?",
      })
      // Also where the options that every command has are wrong themselves.
      const shared = yield* TestTerminal.line(make(), ["chart", "--json-errors", "--url"])
      assert.strictEqual((JSON.parse(shared.err) as { error: string }).error, "UsageError")
    }),
  )

  it.effect("have warnings before them that are JSON objects, too, where --json-errors is written", () =>
    Effect.gen(function* () {
      const warned = Effect.zipRight(Effect.logWarning("Trying again."), Effect.fail(new Errors.BadResolution(answer)))
      const { err } = yield* fail(warned, ["--json-errors"])
      const [warning, error] = err
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as object)
      assert.deepStrictEqual(warning, { log: "warn", message: "Trying again." })
      assert.propertyVal(error, "error", "BadResolution")
      assert.match((yield* fail(warned)).err, /^warn: Trying again\.\ncandela: /)
    }),
  )

  it.effect("of files say which file and why", () =>
    Effect.gen(function* () {
      const error = new SystemError({
        module: "FileSystem",
        method: "open",
        reason: "NotFound",
        pathOrDescriptor: "/no/such.csv",
        description: "ENOENT",
      })
      const { code, err } = yield* fail(Effect.fail(error))
      assert.deepStrictEqual([code, err], [1, "candela: /no/such.csv: there is no such file or directory.\n"])
    }),
  )

  it.effect("that are no failures say nothing: a closed pipe, an interruption", () =>
    Effect.gen(function* () {
      const closed = yield* fail(Effect.fail(new ClosedPipe()))
      assert.deepStrictEqual([closed.code, closed.err], [0, ""])
      const beside = yield* fail(
        Effect.failCause(Cause.parallel(Cause.fail(new ClosedPipe()), Cause.fail(new UsageError({ message: "x" })))),
      )
      assert.deepStrictEqual([beside.code, beside.err], [0, ""])
      const interrupted = yield* fail(Effect.interrupt)
      assert.deepStrictEqual([interrupted.code, interrupted.err], [130, ""])
    }),
  )

  it.effect("that nobody expects ask for a report, with a trace where --verbose is written", () =>
    Effect.gen(function* () {
      const failure = Effect.die(new TypeError("x is not a function"))
      const { code, err } = yield* fail(failure)
      assert.strictEqual(code, 1)
      assert.include(err, "TypeError: x is not a function")
      assert.include(err, "candela doctor --bundle FILE")
      assert.notInclude(err, "    at ")
      assert.include((yield* fail(failure, ["--verbose"])).err, "    at ")
      assert.strictEqual(
        (JSON.parse((yield* fail(failure, ["--json-errors"])).err) as { error: string }).error,
        "Defect",
      )
      const full = yield* fail(Effect.die(new OutputError({ message: "Cannot write to standard output: ENOSPC." })))
      assert.deepStrictEqual([full.code, full.err], [1, "candela: Cannot write to standard output: ENOSPC.\n"])
    }),
  )

  it.effect("show no secret, whatever their fields hold", () =>
    Effect.gen(function* () {
      const error = Object.assign(new UsageError({ message: "No." }), {
        key: Redacted.make("a-secret"),
        cause: new Error("a-secret"),
        self: {} as object,
      })
      error.self = error
      const { err } = yield* fail(Effect.fail(error), ["--json-errors"])
      assert.notInclude(err, "a-secret")
      assert.deepStrictEqual(JSON.parse(err), { error: "UsageError", message: "No." })
    }),
  )
})
