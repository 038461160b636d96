import { assert, describe, it } from "@effect/vitest"
import { run } from "../process.mjs"

const node = (program, options) => run(process.execPath, ["--eval", program], options)

const never = "setInterval(() => {}, 1e6)"

describe("a command", () => {
  it("that does not end in time is ended, and fails", async () => {
    const { code, output } = await node("for (;;) {}", { minutes: 0.01, grace: 0.1 })
    assert.strictEqual(code, 1)
    assert.strictEqual(output, "\nended after its limit of 0.01 minutes")
  })

  it("ends although what it started goes on, which is ended with it", async () => {
    const program = `const { spawn } = require("node:child_process")
      spawn(process.execPath, ["--eval", ${JSON.stringify(never)}], { stdio: "inherit" })
      process.exit()`
    assert.deepInclude(await node(program, { grace: 0.1 }), { code: 0, output: "" })
  })
})
