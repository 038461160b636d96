// Configuration that follows from the packages of the workspace: paths and references in the
// tsconfigs, and the dependencies of the packages that use every domain. References are added,
// never removed: a package may need the compiled files of another without importing it.
import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { domains, packages, root } from "../workspace.mjs"

/**
 * Packages that use every domain: the catalogue, the sandbox's routes, the type-checked program of
 * all methods, the programs that the pages' tests compile.
 */
const onEveryDomain = {
  catalog: "dependencies",
  sandbox: "dependencies",
  benchmarks: "dependencies",
  pages: "devDependencies",
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"))

/** A manifest, with the domains added that it lacks. */
export const withDomains = (name, manifest, all = domains) => {
  const group = onEveryDomain[name]
  if (group === undefined) return manifest
  const present = { ...manifest.dependencies, ...manifest.devDependencies }
  const missing = all.map((domain) => domain.manifest.name).filter((of) => !(of in present))
  return {
    ...manifest,
    [group]: { ...manifest[group], ...Object.fromEntries(missing.map((of) => [of, "workspace:^"])) },
  }
}

/** References of a project, with the missing folders added; paths are relative to the project. */
const completed = (references, folders) => [
  ...references,
  ...folders.filter((path) => !references.some((reference) => reference.path === path)).map((path) => ({ path })),
]

/** The tsconfig of a package or of the examples, with a reference to each workspace package in the manifest. */
export const withReferences = (tsconfig, directory, manifest, all = packages) => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const used = all.filter((package_) => names.includes(package_.manifest.name))
  const folders = used.map((package_) => relative(directory, package_.directory))
  return folders.length === 0 ? tsconfig : { ...tsconfig, references: completed(tsconfig.references ?? [], folders) }
}

/** The root's tsconfig, with paths to the sources of every package. */
export const withPaths = (tsconfig, all = packages) => {
  const source = ({ directory }) => `./${relative(root, directory)}/src`
  const paths = all.flatMap((package_) => [
    ...(existsSync(join(package_.directory, "src/index.ts"))
      ? [[package_.manifest.name, [`${source(package_)}/index.ts`]]]
      : []),
    [`${package_.manifest.name}/*`, [`${source(package_)}/*.ts`]],
  ])
  const folders = all.map(({ directory }) => relative(root, directory))
  return {
    ...tsconfig,
    compilerOptions: { ...tsconfig.compilerOptions, paths: Object.fromEntries(paths) },
    references: completed(tsconfig.references, folders),
  }
}

/** The tsconfig of a package that has none yet. */
const newTsconfig = {
  extends: "../../tsconfig.base.json",
  compilerOptions: { rootDir: "src", outDir: "dist", tsBuildInfoFile: "dist/.tsbuildinfo" },
  include: ["src"],
}

/** Configuration files with their expected contents. */
export const configurations = () => {
  const examples = {
    name: "examples",
    directory: join(root, "examples"),
    manifest: read(join(root, "examples/package.json")),
  }
  const perProject = [...packages, examples].flatMap(({ directory, manifest, name }) => {
    const complete = withDomains(name, manifest)
    const tsconfig = join(directory, "tsconfig.json")
    return [
      [join(directory, "package.json"), complete],
      [tsconfig, withReferences(existsSync(tsconfig) ? read(tsconfig) : newTsconfig, directory, complete)],
    ]
  })
  return [...perProject, [join(root, "tsconfig.json"), withPaths(read(join(root, "tsconfig.json")))]]
}
