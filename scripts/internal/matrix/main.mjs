// Runs the matrix: prints a table of each section, and writes the results to a file.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, arch, type } from "node:os"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { publicPackages, root } from "../workspace.mjs"
import { runtimes } from "./runtimes.mjs"
import { count, merge, render } from "./table.mjs"

const sections = [runtimes]

const usage = `Use: ./scripts/matrix [--only NAME,NAME...] [--to FILE] [--packed] [--list]

  --only    sections or entries, see --list; the results of others stay in the file
  --to      the file, by default docs/matrix.json
  --packed  the tarballs of ./scripts/test --only packages, not new ones`

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

const file = resolve(options.to ?? join(root, "docs/matrix.json"))
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).sections : [])

const runAll = async () => {
  const earlier = read()
  const total = { ok: 0, failed: 0, skipped: 0 }
  const date = new Date().toISOString().slice(0, 10)
  const done = []
  for (const section of sections) {
    const { checks, name, title } = section
    const before = earlier.find((section) => section.name === name)?.entries ?? []
    const names = namesOf(section)
    const entries = []
    if (names.length > 0) {
      await section.run(
        names,
        (entry) => {
          entries.push({ ...entry, date })
          const { failed, ok, skipped } = count([entry])
          console.error(`${entry.title} ${entry.version ?? ""}: ${ok} ok, ${failed} failed, ${skipped} skipped`)
        },
        options,
      )
      console.log(`\n${render({ title, checks, entries })}`)
    }
    const counted = count(entries)
    for (const status of Object.keys(total)) total[status] += counted[status]
    const order = section.entries.map((entry) => entry.name)
    done.push({ name, title, checks, entries: merge(order, before, entries) })
  }
  mkdirSync(dirname(file), { recursive: true })
  const machine = `${type()} ${arch()}, ${availableParallelism()} cores`
  const { version } = publicPackages[0].manifest
  writeFileSync(file, `${JSON.stringify({ format: 1, machine, candela: version, sections: done }, undefined, 2)}\n`)
  console.log(`\n${total.ok} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed === 0
}

if (options.help) console.log(usage)
else if (options.list) {
  for (const { entries, name } of sections) console.log(`${name}: ${entries.map((entry) => entry.name).join(", ")}`)
} else process.exitCode = (await runAll()) ? 0 : 1
