/**
 * Every program of the guides, taken from its page as a reader would, runs against a sandbox and
 * prints what is written beside its source.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assertPrinted, assertRuns, guides, type Program, printed, programs, useSandbox } from "./support.js"

/**
 * Programs of histories, which `guides.all.test.ts` runs, one that waits for a collector, and those of the live
 * channel, for which the sandbox's clock runs.
 */
const elsewhere = /guides\/(history|backfill|live|observing\/opentelemetry)/

describe("the programs of the guides", () => {
  useSandbox()

  it.each(programs().filter(({ source }) => !elsewhere.test(source)))("$source", async (program) => {
    await assertRuns(program)
  })

  it("are all on a page", () => {
    const files = readdirSync(guides, { recursive: true, encoding: "utf8" }).filter((file) => /\.[jt]s$/.test(file))
    assert.sameMembers(
      programs().map(({ source }) => source.replace("examples/src/guides/", "")),
      files,
    )
  })

  it("have what a collector of OpenTelemetry receives", async () => {
    const file = fileURLToPath(new URL("programs/opentelemetry.ts", import.meta.url))
    assertPrinted(file.replace(/\.ts$/, ".txt"), await printed(file))
  })
})

describe("the programs of the live channel", () => {
  // Each begins with the clock of its own sandbox. `resumed.all.test.ts` runs one through kills.
  const isShort = ({ source }: Program) => source.includes("guides/live/") && !source.endsWith("resumed.ts")
  describe.each(programs().filter(isShort))("$source", (program) => {
    useSandbox({ live: { speed: "asap" } })

    it("prints what is written beside it", () => assertRuns(program))
  })
})
