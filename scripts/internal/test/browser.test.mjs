import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../workspace.mjs"

const run = (...args) =>
  spawnSync(process.execPath, [join(root, "scripts/internal/test/browser.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, CHROMIUM: "/there/is/none" },
  })

describe("the tests in a browser", () => {
  it("say why they are skipped where there is no browser", () => {
    const { status, stdout } = run()
    assert.strictEqual(stdout, "Skipped: CHROMIUM names /there/is/none, which does not exist\n")
    assert.strictEqual(status, 0)
  })

  it("fail there where they are required", () => {
    const { status, stdout } = run("--required")
    assert.strictEqual(stdout, "Failed: CHROMIUM names /there/is/none, which does not exist\n")
    assert.strictEqual(status, 1)
  })
})
