/** Every program of the guides runs against a sandbox, and prints what is written beside it. */
import { describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { assertPrinted, guides, printed, useSandbox } from "./support.js"

const programs = readdirSync(guides).filter((file) => file.endsWith(".ts"))

describe("the programs of the guides", () => {
  useSandbox()

  it.each(programs)("%s prints its expected output", async (file) => {
    assertPrinted(join(guides, file.replace(/\.ts$/, ".txt")), await printed(join(guides, file)))
  })
})
