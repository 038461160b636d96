// The checks of the project, two at a time. Each is a command that can also be run by itself.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { run as runProcess } from "../process.mjs"
import { root } from "../workspace.mjs"
import { changedSince } from "./affected.mjs"
import { longest, stepsOf, stepsOfChange } from "./steps.mjs"

const logs = join(root, "node_modules/.cache/candela/logs")
const slots = 2

const fail = (message) => {
  console.error(message)
  process.exit(2)
}

/** The named steps and the steps that they need. */
const selected = (steps, only) => {
  const names = new Set()
  const add = (name) => {
    const step = steps.find((step) => step.name === name)
    if (step === undefined) fail(`There is no step "${name}". There are: ${steps.map((step) => step.name).join(", ")}.`)
    names.add(name)
    step.needs?.forEach(add)
  }
  ;(only ?? steps.filter((step) => options.all || !step.all).map((step) => step.name)).forEach(add)
  return steps.filter((step) => names.has(step.name))
}

/** Runs one step to its end, or to its time limit, and returns its exit code and output. */
const run = ({ command, env, minutes = longest }) =>
  runProcess(process.execPath, command, {
    cwd: root,
    env: { CI: "true", FORCE_COLOR: undefined, ...env },
    minutes,
  })

const skipped = ({ code, output }) => (code === 0 ? /^Skipped: .+$/m.exec(output)?.[0] : undefined)

const counted = ({ count }, result) => {
  const { code, output } = result
  if (skipped(result) !== undefined) return { passed: 0, failed: 0 }
  const found = count?.exec(output)?.groups ?? {}
  const failed = Number(found.failed ?? 0)
  return code === 0
    ? { passed: found.passed === undefined ? 1 : Number(found.passed), failed: 0 }
    : { passed: Number(found.passed ?? 0), failed: Math.max(failed, 1) }
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const runAll = async (wanted) => {
  const started = performance.now()
  const total = { passed: 0, failed: 0 }
  const waiting = [...wanted]
  const running = new Set()
  const passed = new Set()
  mkdirSync(logs, { recursive: true })

  const finish = async (step) => {
    const since = performance.now()
    const result = await run(step)
    const log = join(logs, `${step.name}.log`)
    writeFileSync(log, result.output)
    const { passed: good, failed: bad } = counted(step, result)
    const reason = skipped(result)
    const tests = step.count === undefined ? "" : `  ${bad === 0 ? (reason ?? good) : `${bad} of ${good + bad} failed`}`
    const mark = result.code !== 0 ? "✗" : reason === undefined ? "✓" : "-"
    console.log(`${mark} ${step.name.padEnd(11)} ${seconds(since).padStart(7)}  ${step.what}${tests}`)
    if (result.code === 0) passed.add(step.name)
    else if (total.failed === 0) console.log(`\n${result.output.trim()}\n`)
    else console.log(`  its output: ${relative(process.cwd(), log)}`)
    total.passed += good
    total.failed += bad
  }

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((step) => (step.needs ?? []).every((name) => passed.has(name)))
    if (next >= 0 && running.size < slots) {
      const [step] = waiting.splice(next, 1)
      const task = finish(step).finally(() => running.delete(task))
      running.add(task)
    } else if (running.size > 0) {
      await Promise.race(running)
    } else {
      for (const step of waiting.splice(0))
        console.log(`- ${step.name.padEnd(11)}          not run: it needs a step that failed`)
    }
  }
  console.log(`\n${seconds(started)}\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}

const usage = "Use: ./scripts/test [--all] [--only STEP,STEP...] [--since COMMIT] [--list]"
let options
try {
  options = parseArgs({
    options: {
      all: { type: "boolean" },
      only: { type: "string" },
      since: { type: "string" },
      list: { type: "boolean" },
    },
  }).values
} catch (error) {
  fail(`${error.message}\n${usage}`)
}
if (options.since !== undefined && (options.all || options.only !== undefined)) {
  fail(`--since chooses the steps itself\n${usage}`)
}

const stepsSince = (commit) => {
  let files
  try {
    files = changedSince(commit)
  } catch {
    fail(`git knows no commit "${commit}".`)
  }
  return stepsOfChange(files)
}

const wanted =
  options.since === undefined ? selected(stepsOf(options.all), options.only?.split(",")) : stepsSince(options.since)
if (options.list) {
  const listed = options.only === undefined && options.since === undefined ? stepsOf(true) : wanted
  for (const { all, name, what } of listed) console.log(`${name.padEnd(11)} ${what}${all ? " (--all)" : ""}`)
} else process.exitCode = (await runAll(wanted)) ? 0 : 1
