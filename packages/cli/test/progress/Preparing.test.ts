import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as Preparing from "../../src/progress/Preparing.js"
import { layer, make, type Process } from "../TestTerminal.js"

/** What is on standard error when a sandbox has opened, whose data set has these shares after each four seconds. */
const told = (process: Process, shares: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const { printed, terminal } = make(process)
    const opened = yield* Preparing.around((onProgress) =>
      Effect.as(
        Effect.forEach(shares, (share) => Effect.zipRight(onProgress(share), TestClock.adjust("4 seconds"))),
        "open",
      ),
    ).pipe(Effect.provide(layer(process, terminal)))
    assert.strictEqual(opened, "open")
    return printed().err
  })

describe("preparing a data set", () => {
  const note = "Preparing the sandbox's synthetic data, which is made once and kept.\n"

  it.effect("is told once, with the share that is done", () =>
    Effect.gen(function* () {
      const err = yield* told({ terminal: true }, [0, 0.25, 0.5])
      assert.isTrue(err.includes(note) && err.includes("Preparing  25%  "), err)
      assert.isTrue(err.endsWith("\r\u001b[2K"), "the line is gone at the end")
      assert.strictEqual(yield* told({}, [0, 0.25, 0.5]), `${note}Preparing  50%  10 s left\n`)
    }),
  )

  it.effect("is silent where there is nothing to prepare, and with --quiet", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* told({}, []), "")
      assert.strictEqual(yield* told({ settings: { quiet: true } }, [0, 0.5, 1]), "")
    }),
  )
})
