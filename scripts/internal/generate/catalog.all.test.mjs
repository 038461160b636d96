import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { domains } from "../workspace.mjs"
import { files, read, refusedExamples } from "./catalog.mjs"

describe("the generated part of the catalogue", () => {
  it("is current, and so is the table of endpoints: ./scripts/generate writes them", async () => {
    const services = await read(domains)
    assert.deepStrictEqual(refusedExamples(services), [])
    for (const [file, text] of await files(services)) assert.strictEqual(readFileSync(file, "utf8"), text, file)
  })
})
