import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { bundled } from "./bundled.js"
import { service } from "./service.js"
import * as Support from "./support.js"

const tickers = ["AAPL", "MSFT", "NVDA"]

/** Runs a child to its end, or kills it after so many lines. Gives its lines. */
const run = (program: string, folder: string, plan: string, killAfter = Infinity) =>
  Effect.async<ReadonlyArray<string>>((resume) => {
    const child = spawn(process.execPath, [program, folder, plan, String(killAfter), ...tickers], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const lines: Array<string> = []
    createInterface(child.stdout).on("line", (line) => {
      if (lines.push(line) === killAfter) child.kill("SIGKILL")
    })
    child.on("close", () => resume(Effect.succeed(lines)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

describe("a run that is killed", () => {
  it.live(
    "goes on, and ends with the files of a sync",
    () =>
      Effect.gen(function* () {
        const folder = yield* Support.folder
        const program = yield* bundled("child.ts")
        const universe = Support.hours(tickers)
        const plan = yield* Support.planned({ universe, range: Support.range, batchSize: 2 }).pipe(
          Effect.provide(Support.within(folder)),
        )
        for (const killAfter of [1, 2, 1]) {
          const lines = yield* run(program, folder, plan, killAfter)
          assert.isAtLeast(lines.length, killAfter)
          assert.notInclude(lines, "end")
        }
        const lines = yield* run(program, folder, plan)
        assert.strictEqual(lines.at(-1), "end")
        const status = yield* Effect.provide(Backfill.status(plan), Support.within(folder))
        assert.deepInclude(status, { state: "done" })
        assert.deepStrictEqual(status.jobs, { planned: 9, done: 9, empty: 0, waiting: 0, failed: 0, skipped: 0 })

        yield* Effect.flatMap(Store, (store) => store.sync(universe, Support.range)).pipe(
          Effect.provide(Store.layer(`${folder}/direct`)),
          Effect.provide(service({ known: tickers, broken: [], refuses: false })),
        )
        const named = Effect.map(
          Support.contents(`${folder}/store`),
          (all) =>
            // A process that is killed may leave files that no manifest names.
            new Map(all.filter(([name]) => !name.endsWith(".part"))),
        )
        yield* Effect.flatMap(Store, (store) => store.compact).pipe(Effect.provide(Store.layer(`${folder}/store`)))
        assert.deepStrictEqual(yield* named, new Map(yield* Support.contents(`${folder}/direct`)))
      }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)),
    // Four processes, one after the other.
    { timeout: 300_000 },
  )
})
