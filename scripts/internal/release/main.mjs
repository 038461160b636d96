// Makes what would be published, and shows it. It publishes nothing.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { output } from "../process.mjs"
import { named, notices } from "../pack/licences.mjs"
import { filesOf } from "../pack/stable.mjs"
import { root } from "../workspace.mjs"
import { counted, difference, lastRelease } from "./apis.mjs"
import { notes } from "./changes.mjs"
import { differences, make, tarballsOf } from "./make.mjs"
import { provenance } from "./provenance.mjs"

const usage = `Use: ./scripts/release --dry-run [--twice] [--unchecked] [--to FOLDER]

Makes what a release of the last commit would publish: versions and notes from the changesets, tarballs, and the changes of the public APIs.

  --dry-run    required: nothing here publishes
  --twice      makes it twice, in two folders, and fails unless the bytes are the same
  --unchecked  without publint, attw and the reports of the public APIs, which ./scripts/test --all checks too
  --to         where the tarballs and the notes go, by default release`

const fail = (message) => {
  console.error(message)
  process.exit(2)
}

let options
try {
  options = parseArgs({
    options: {
      "dry-run": { type: "boolean" },
      twice: { type: "boolean" },
      unchecked: { type: "boolean" },
      to: { type: "string" },
      help: { type: "boolean" },
    },
  }).values
} catch (error) {
  fail(`${error.message}\n${usage}`)
}
if (options.help) {
  console.log(usage)
  process.exit(0)
}
if (!options["dry-run"]) fail(`There is only a dry run so far.\n${usage}`)

const git = async (...args) => (await output("git", args, { cwd: root })).trim()
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
const scratch = mkdtempSync(join(tmpdir(), "candela-release-"))
const report = (line) => console.error(line)

/** The notices of a tarball's bundles, by package. */
const bundled = (files) => {
  const found = files.find(([name]) => name === `package/${notices}`)
  return found === undefined ? [] : named(found[1].contents.toString("utf8"))
}

try {
  const commit = await git("rev-parse", "HEAD")
  const uncommitted = await git("status", "--porcelain")
  if (uncommitted !== "") report(`Left out, because it is not committed:\n${uncommitted}`)

  const { changesets, folder, version } = await make(commit, join(scratch, "first"), {
    checked: !options.unchecked,
    report,
  })
  const tarballs = tarballsOf(folder)
  if (options.twice) {
    const again = await make(commit, join(scratch, "second"), { checked: false, report })
    const others = differences(tarballs, tarballsOf(again.folder))
    if (others.length > 0) throw new Error(`made twice, these tarballs have different bytes: ${others.join(", ")}`)
    report(`Made twice, all ${tarballs.length} tarballs have the same bytes.`)
  }

  const to = resolve(options.to ?? join(root, "release"))
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  console.log(`Candela ${version}, of commit ${commit.slice(0, 8)}\n`)
  console.log(`${"tarball".padEnd(36)}    packed   unpacked  files  bundled packages`)
  for (const { bytes, name } of tarballs) {
    copyFileSync(join(folder, name), join(to, name))
    const files = await filesOf(readFileSync(join(folder, name)))
    const unpacked = files.reduce((sum, [, { contents }]) => sum + contents.length, 0)
    const third = bundled(files)
    const licences = [...new Set(third.map(({ licence }) => licence))].join(", ")
    const bundles = third.length === 0 ? "" : `  ${third.length} (${licences})`
    console.log(name.padEnd(36) + kilobytes(bytes) + kilobytes(unpacked) + String(files.length).padStart(7) + bundles)
  }
  const total = tarballs.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${"all".padEnd(36)}${kilobytes(total)}\n`)

  const before = await lastRelease(commit)
  if (before === undefined)
    console.log("Public APIs: there is no earlier release (a tag v*): all of packages/*/api.md is new.")
  else {
    const changes = await difference(before, commit)
    writeFileSync(join(to, "api.diff"), changes)
    console.log(`Public APIs since ${before}${changes === "" ? ": unchanged" : " (api.diff):"}`)
    for (const { added, name, removed } of counted(changes)) {
      console.log(
        `  ${name.padEnd(12)} +${added} -${removed}${removed > 0 ? "  removed or changed lines: read them" : ""}`,
      )
    }
  }
  const { host, reason } = provenance(process.env)
  console.log(`Provenance: ${host ?? `none, ${reason}`}.`)
  console.log(`Changes: ${changesets.length}, in notes.md.`)

  writeFileSync(join(to, "notes.md"), notes(version, changesets))
  const summary = { version, commit, node: process.version, tarballs }
  writeFileSync(join(to, "release.json"), `${JSON.stringify(summary, undefined, 2)}\n`)
  console.log(`\n1 passed, 0 failed`)
} catch (error) {
  console.error(error.message)
  console.log("\n0 passed, 1 failed")
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
