import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { files } from "./help.mjs"

describe("help", () => {
  it.effect("says what each command takes, as its files have it, in lines of a terminal", () =>
    Effect.map(files, (texts) => {
      assert.isAbove(texts.length, 15)
      for (const [file, text] of texts) {
        assert.strictEqual(text, readFileSync(file, "utf8"), `${basename(file)}: ./scripts/generate writes it`)
        assert.notMatch(text, /`|\*\*|\bDate\b`|new Date|undefined|\[object/)
        for (const line of text.split("\n")) assert.isAtMost(line.length, 100, file)
      }
    }),
  )
})
