import { assert, describe, it } from "@effect/vitest"
import * as Supervisor from "../../src/command/Supervisor.js"

describe("a query of SQL", () => {
  it("runs in a process of its own, wherever options stand", () => {
    for (const args of [
      ["history", "sql", "SELECT 1"],
      ["history", "--quiet", "sql", "SELECT 1"],
      ["history", "--store", "data", "sql", "SELECT 1"],
      ["--quiet", "history", "sql", "SELECT 1"],
    ])
      assert.isTrue(Supervisor.isNeeded(args), args.join(" "))
    assert.isFalse(Supervisor.isNeeded(["history", "read", "AAPL"]))
    assert.isFalse(Supervisor.isNeeded(["stocks", "bars", "AAPL"]))
  })
})
