// Runs the matrix: prints a table of each section, and writes the results to a file.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, arch, type } from "node:os"
import { dirname, resolve } from "node:path"
import { parseArgs } from "node:util"
import { publicPackages } from "../workspace.mjs"
import { results as kept, update } from "./document.mjs"
import { managers } from "./managers.mjs"
import { peers } from "./peers.mjs"
import { runtimes } from "./runtimes.mjs"
import { count, merge, render } from "./table.mjs"
import { types } from "./types.mjs"

const sections = [runtimes, managers, peers, types]

const usage = `Use: ./scripts/matrix [--only NAME,NAME...] [--to FILE] [--packed | --reuse] [--list]

  --only    sections or entries, see --list; the results of others stay in the file
  --to      the file, by default docs/matrix.json, whose tables also go to docs/runtimes.md
  --packed  the tarballs of ./scripts/test --only packages, not new ones
  --reuse   the project of the last run, with the packages that it installed`

const fail = (message) => {
  console.error(message)
  process.exit(2)
}

let options
try {
  options = parseArgs({
    options: {
      only: { type: "string" },
      to: { type: "string" },
      packed: { type: "boolean" },
      reuse: { type: "boolean" },
      list: { type: "boolean" },
      help: { type: "boolean" },
    },
  }).values
} catch (error) {
  fail(`${error.message}\n${usage}`)
}

const known = sections.flatMap(({ entries, name }) => [name, ...entries.map((entry) => entry.name)])
const chosen = options.only?.split(",") ?? sections.map(({ name }) => name)
const unknown = chosen.find((name) => !known.includes(name))
if (unknown !== undefined) fail(`There is no section or entry "${unknown}". There are: ${known.join(", ")}.`)

const namesOf = ({ entries, name }) =>
  entries.map((entry) => entry.name).filter((entry) => chosen.includes(name) || chosen.includes(entry))

const file = resolve(options.to ?? kept)
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).sections : [])

/** Writes the results of all sections. */
const write = (results) => {
  mkdirSync(dirname(file), { recursive: true })
  const machine = `${type()} ${arch()}, ${availableParallelism()} cores`
  const { version } = publicPackages[0].manifest
  writeFileSync(file, `${JSON.stringify({ format: 1, machine, candela: version, sections: results }, undefined, 2)}\n`)
  if (file === kept) update()
}

const runAll = async () => {
  const earlier = read()
  const date = new Date().toISOString().slice(0, 10)
  const results = sections.map(({ checks, name, title }) => {
    const { entries = [] } = earlier.find((section) => section.name === name) ?? {}
    return { name, title, checks, entries }
  })
  const all = []
  for (const [index, section] of sections.entries()) {
    const names = namesOf(section)
    if (names.length === 0) continue
    const entries = []
    const order = section.entries.map((entry) => entry.name)
    await section.run(
      names,
      (entry) => {
        entries.push({ ...entry, date })
        const { failed, ok, skipped } = count([entry])
        console.error(`${entry.title} ${entry.version ?? ""}: ${ok} ok, ${failed} failed, ${skipped} skipped`)
        // What is known stays known if a later entry breaks down.
        results[index].entries = merge(order, results[index].entries, entries)
        write(results)
      },
      options,
    )
    all.push(...entries)
    console.log(`\n${render({ ...section, entries })}`)
  }
  const total = count(all)
  console.log(`\n${total.ok} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0
}

if (options.help) console.log(usage)
else if (options.list) {
  for (const { entries, name } of sections) console.log(`${name}: ${entries.map((entry) => entry.name).join(", ")}`)
} else process.exitCode = (await runAll()) ? 0 : 1
