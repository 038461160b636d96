// Scope of a change: the changed packages, their dependents, and the test files that it can break.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { packages, root } from "../workspace.mjs"

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    .split("\n")
    .filter(Boolean)

/** Files changed since a commit, untracked ones included. */
export const changedSince = (ref) => [
  ...git("diff", "--name-only", "--diff-filter=d", ref, "--"),
  ...git("ls-files", "--others", "--exclude-standard"),
]

const dependsOn = ({ manifest }, name) =>
  [manifest.dependencies, manifest.peerDependencies, manifest.devDependencies].some(
    (dependencies) => dependencies !== undefined && `@candela/${name}` in dependencies,
  )

/** Names of the packages that contain the files. */
export const packagesOf = (files) =>
  packages.map(({ name }) => name).filter((name) => files.some((file) => file.startsWith(`packages/${name}/`)))

/** Names of packages and of all their dependents. */
export const dependentsOf = (names) => {
  const all = new Set(names)
  for (const name of all) for (const other of packages) if (dependsOn(other, name)) all.add(other.name)
  return packages.map(({ name }) => name).filter((name) => all.has(name))
}

/** Those of `--all` are not run for a change. */
const isTest = (file) => /(?<!\.all)\.test\.(ts|mjs)$/.test(file)

/** Test files of the changed packages, test files of dependents that import them, and changed test files. */
export const testsOf = (
  files,
  { all = git("ls-files", "packages", "examples", "scripts"), read = readFileSync } = {},
) => {
  const changed = packagesOf(files)
  const dependents = dependentsOf(changed)
  const imported = new RegExp(`"(@candela|\\.\\./\\.\\.(/\\.\\.)?)/(${changed.join("|")})[/"]`)
  const notices = (file) => {
    const owner = /^packages\/([^/]+)\//.exec(file)?.[1]
    if (changed.includes(owner) || files.includes(file)) return true
    return dependents.includes(owner) && imported.test(read(join(root, file), "utf8"))
  }
  return [...new Set([...all, ...files])].filter((file) => isTest(file) && notices(file))
}
