// Makes a release from a commit in a clone of its own: what is not committed, ignored or left over has no part in it.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.mjs"
import { output } from "../process.mjs"
import { read } from "./changes.mjs"

/** The tarballs of a folder, each with its digest and size. */
export const tarballsOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tgz"))
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name))
      return { name, sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length }
    })

/** The names of tarballs that are not the same in two lists. */
export const differences = (first, second) => {
  const digests = new Map(second.map(({ name, sha256 }) => [name, sha256]))
  const missing = second.filter(({ name }) => !first.some((tarball) => tarball.name === name))
  return [...first.filter(({ name, sha256 }) => digests.get(name) !== sha256), ...missing].map(({ name }) => name)
}

/**
 * Clones, installs, raises the versions, compiles, packs and checks; gives the folder of the tarballs and the changes.
 */
export const make = async (commit, clone, { checked, report }) => {
  const started = performance.now()
  const step = async (what, command, args) => {
    report(`${what} ...`)
    await output(command, args, { cwd: clone, minutes: 20 })
  }
  const node = (what, ...args) => step(what, process.execPath, args)
  await output("git", ["clone", "--quiet", "--no-checkout", root, clone], { cwd: root })
  await output("git", ["checkout", "--quiet", "--detach", commit], { cwd: clone })
  const changesets = read(join(clone, ".changeset"))
  await step("Installing", "bash", ["-c", "source scripts/internal/setup.sh"])
  await node("Raising versions", "node_modules/@changesets/cli/bin.js", "version")
  await node("Compiling", "scripts/internal/build/build.mjs")
  const folder = join(clone, "node_modules/.cache/candela/tarballs")
  if (checked) {
    await node("Comparing the public APIs with their reports", "scripts/internal/api/main.mjs", "--check")
    await node("Packing, and checking the tarballs", "scripts/internal/pack/packages.mjs")
  } else await node("Packing", "scripts/internal/pack/pack.mjs", folder)
  const { version } = JSON.parse(readFileSync(join(clone, "packages/core/package.json"), "utf8"))
  report(`Made ${version} in ${Math.round((performance.now() - started) / 1000)} s.`)
  return { folder, version, changesets }
}
