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

/** All files of the clone, without those that a change has deleted. */
const filesOfClone = () => {
  const deleted = new Set(git("ls-files", "--deleted"))
  return git("ls-files", "--cached", "--others", "--exclude-standard").filter((file) => !deleted.has(file))
}

/** Those of `--all` are not run for a change. */
const isTest = (file) => /(?<!\.all)\.test\.(ts|mjs)$/.test(file)

const isProgram = (file) => /\.(ts|mjs|js)$/.test(file)

/** Types alone break no test: the step `types` compiles all of them. */
const typeImports = /^(?:import|export) type [^"]*"[^"\n]*"/gm

/**
 * Paths that a text in a program can mean: a module of ours, what it was compiled to, or a file
 * beside the program, in its package or in the clone.
 */
const pathsOf = (text, file) => {
  const [, name, module = "index"] = /^@candela\/([a-z]+)(?:\/(.+))?$/.exec(text) ?? []
  if (name !== undefined) return [`packages/${name}/src/${module}.ts`]
  const folders = [join(file, ".."), ...(/^packages\/[^/]+\//.exec(file) ?? []), ""]
  return folders.map((folder) => join(folder, text).replace("/dist/", "/src/").replace(/\.js$/, ".ts"))
}

// Files that a pattern such as "packages/*/src/*.ts" means to git: a star is any text, also of several folders.
const matching = (pattern, all) => {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
  const isMeant = new RegExp(`^${parts.join(".*")}$`)
  return all.filter((other) => isMeant.test(other))
}

/**
 * The files that a program names, those that it imports among them; of a folder, named by a slash
 * at its end, all that it holds; of a pattern of the clone's files, all that it means.
 */
const namedIn = (file, program, all, known) =>
  [...program.replaceAll(typeImports, "").matchAll(/"([^"\n\\]+)"/g)].flatMap(([, text]) =>
    // The runner's configuration lists test files, and reads none.
    /^(?:packages|docs)\/.*\*/.test(text) && !file.endsWith(".config.ts")
      ? matching(text, all)
      : pathsOf(text, file).flatMap((path) =>
          path.endsWith("/") && !file.startsWith(path)
            ? all.filter((other) => other.startsWith(path))
            : known.has(path)
              ? [path]
              : [],
        ),
  )

/** The programs that name each file. */
const namersOf = (all, read) => {
  const known = new Set(all)
  const namers = new Map()
  for (const file of all.filter(isProgram)) {
    for (const named of namedIn(file, read(join(root, file), "utf8"), all, known)) {
      if (namers.has(named)) namers.get(named).push(file)
      else namers.set(named, [file])
    }
  }
  return namers
}

let clone

/** All files, and the programs that name each; those of the clone are read once. */
const graphOf = (all, read) => {
  const made = () => {
    const files = all ?? filesOfClone()
    return { all: files, namers: namersOf(files, read) }
  }
  return all === undefined ? (clone ??= made()) : made()
}

/**
 * Test files of the changed packages, changed test files, and those that load a changed file,
 * whether they import it or another module does.
 */
export const testsOf = (files, { all: given, read = readFileSync } = {}) => {
  if (files.length === 0) return []
  const changed = packagesOf(files)
  const { all, namers } = graphOf(given, read)
  const noticing = new Set(files)
  for (const file of noticing) for (const other of namers.get(file) ?? []) noticing.add(other)
  const isOf = (file) => changed.includes(/^packages\/([^/]+)\//.exec(file)?.[1])
  return all.filter((file) => isTest(file) && (isOf(file) || noticing.has(file)))
}
