/** Texts that are kept beside the tests, to be read by people when they change. */
import { assert } from "@effect/vitest"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Compares a text with the one that is kept in a file, from the folder of the tests. `UPDATE=true` keeps the
 * new text in its place. The test runner's own snapshots fail where files of a worker share their modules.
 */
export const assertExpected = (file: string, text: string): void => {
  const path = fileURLToPath(new URL(file, import.meta.url))
  if (process.env["UPDATE"] === "true") {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  assert.strictEqual(text, readFileSync(path, "utf8"), `${file}; UPDATE=true keeps the new text`)
}
