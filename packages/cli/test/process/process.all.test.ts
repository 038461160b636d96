import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "../../src/commands/index.js"
import { data } from "../commands/run.js"
import * as TestTerminal from "../TestTerminal.js"
import { bundle, run } from "./support.js"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-process-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

describe("the process", () => {
  it.scopedLive("tells its version, helps without colours in a pipe, and refuses with 2", () =>
    Effect.gen(function* () {
      const { candela } = yield* bundle
      const ended = (...args: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const { ended, said } = yield* run(process.execPath, [candela, ...args])
          return { code: yield* ended, ...said }
        })
      const [told, help, refused] = yield* Effect.all([ended("--version"), ended(), ended("chrat", "--json-errors")], {
        concurrency: 2,
      })
      assert.deepStrictEqual(told, { code: 0, out: `${version}\n`, err: "" })
      const { out } = yield* TestTerminal.line(program, [])
      assert.deepStrictEqual(help, { code: 0, out, err: "" })
      assert.notInclude(help.out, "\x1b")
      assert.deepStrictEqual([refused.code, refused.out], [2, ""])
      assert.match(refused.err, /^\{"error":"UsageError","message":".*"\}\n$/)
    }),
  )

  it.scopedLive("ends with 130 when it is interrupted, and leaves no file", () =>
    Effect.gen(function* () {
      const { test } = yield* bundle
      yield* Effect.forEach(
        ["SIGINT", "SIGTERM"] as const,
        (signal) =>
          Effect.gen(function* () {
            const directory = yield* folder
            const waiting = yield* run(process.execPath, [test, "wait", directory])
            yield* waiting.says("\n")
            assert.strictEqual(readdirSync(directory).length, 1)
            waiting.process.kill(signal)
            assert.strictEqual(yield* waiting.ended, 130)
            assert.strictEqual(waiting.said.err, "")
            assert.deepStrictEqual(readdirSync(directory), [])
          }),
        { concurrency: 2 },
      )
    }),
  )

  it.scopedLive("ends with 0 and without a word when its reader goes away", () =>
    Effect.gen(function* () {
      const { test } = yield* bundle
      const flood = yield* run(process.execPath, [test, "flood"])
      yield* flood.says("\n")
      flood.process.stdout!.destroy()
      assert.strictEqual(yield* flood.ended, 0)
      assert.strictEqual(flood.said.err, "")
    }),
  )

  it.scopedLive("loads for a row of the sandbox what it needs, and nothing of a network", () =>
    Effect.gen(function* () {
      const { candela } = yield* bundle
      // What Node has loaded of its own, when the command ends.
      const tell = 'process.on("exit", () => console.error(process.moduleLoadList.join()))'
      const bars = "stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-27 --to 2025-06-27".split(" ")
      const args = ["--import", `data:text/javascript,${tell}`, candela, ...bars, "--sandbox", "--format", "ndjson"]
      const row = yield* run(process.execPath, args, { CANDELA_SANDBOX_DATA: data })
      assert.strictEqual(yield* row.ended, 0, row.said.err)
      assert.match(row.said.out, /^\{.*"close":.*\}\n$/)
      assert.include(row.said.err, "NativeModule fs")
      assert.notMatch(row.said.err, /NativeModule (https|internal\/deps\/undici\/undici)(,|$)/)
    }),
  )

  it.scopedLive("reads what is piped in", () =>
    Effect.gen(function* () {
      const { test } = yield* bundle
      const size = yield* run(process.execPath, [test, "size"])
      size.process.stdin!.end("a line\n")
      assert.strictEqual(yield* size.ended, 0)
      assert.strictEqual(size.said.out, "a line 80x24 false\n")
    }),
  )
})
