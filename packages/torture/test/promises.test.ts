/** SECURITY.md, which says what tries each part of a promise. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { figures } from "../src/figures.js"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const text = readFileSync(`${root}SECURITY.md`, "utf8")
const promises = text.slice(text.indexOf("## What is promised"), text.indexOf("## What is not promised"))
const rows = promises.split("\n").filter((line) => line.startsWith("| **"))
const quoted = (row: string) =>
  Array.from(
    row
      .split("|")
      .at(-2)!
      .matchAll(/`([^`]+)`/g),
    ([, name]) => name!,
  )

describe("the promises of SECURITY.md", () => {
  it("name every figure, and nothing that tries them but figures and tests that exist", () => {
    const names = figures.map(({ name }) => name)
    const found = rows.flatMap(quoted)
    const tries = found.filter((name) => names.includes(name) || existsSync(root + name))
    assert.deepStrictEqual(
      names.filter((name) => !found.includes(name)),
      [],
    )
    for (const row of rows)
      assert.isNotEmpty(
        quoted(row).filter((name) => tries.includes(name)),
        row,
      )
    for (const name of found.filter((name) => name.startsWith("packages/"))) assert.include(tries, name)
  })
})
