// The same contents give the same bytes: entries in the order of their names, one time for all, dependencies sorted.
import { buffer } from "node:stream/consumers"
import { gunzipSync, gzipSync } from "node:zlib"
import { extract, pack } from "tar-stream"

/** The time of every entry, which npm uses too. */
const mtime = new Date("1985-10-26T08:15:00.000Z")

const dependencies = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"]

/** Compares by code units, whatever the language of the machine. */
const byName = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)

/** A manifest whose dependencies are sorted: pnpm writes them in the order in which it resolved them. */
const sorted = (text) => {
  const manifest = JSON.parse(text)
  for (const key of dependencies) {
    if (manifest[key] !== undefined) manifest[key] = Object.fromEntries(Object.entries(manifest[key]).sort(byName))
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** The files of a tarball by their names, each with its mode and contents. */
export const filesOf = async (tarball) => {
  const archive = extract()
  archive.end(gunzipSync(tarball))
  const files = []
  for await (const entry of archive) {
    const { mode, name } = entry.header
    files.push([name, { mode, contents: await buffer(entry) }])
  }
  return files
}

/**
 * Compiled code without its marks of protections (see `scripts/internal/mutants`), on lines of the
 * same numbers, for the source maps.
 */
const withoutMarks = (code) => code.replace(/^ *\/\/ protects:.*\n(?: *\/\/.*\n)*/gm, (mark) => mark.replace(/.+/g, ""))

const contentsOf = (name, contents) => {
  if (name === "package/package.json") return sorted(contents.toString("utf8"))
  return /^package\/dist\/.*\.js$/.test(name) ? withoutMarks(contents.toString("utf8")) : contents
}

/**
 * A tarball of npm with the same contents, but marks of protections, whose bytes depend on nothing
 * else (and on Node's version, which compresses).
 */
export const stable = async (tarball) => {
  const archive = pack()
  for (const [name, { contents, mode }] of (await filesOf(tarball)).sort(byName)) {
    const executable = (mode & 0o111) !== 0
    const header = { name, mtime, mode: executable ? 0o755 : 0o644, uid: 0, gid: 0 }
    archive.entry(header, contentsOf(name, contents))
  }
  archive.finalize()
  return gzipSync(await buffer(archive), { level: 9 })
}
