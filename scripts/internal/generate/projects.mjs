// What follows from which packages the workspace has: their paths and references in the tsconfigs, and the domains among the dependencies of the packages that use
// all of them. Entries are added, never removed: a package may be compiled before another that it does not import.
import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { domains, packages, root } from "../workspace.mjs"

/** The packages that are made of all domains: data about them, their routes, a program of all methods. */
const onEveryDomain = ["catalog", "sandbox", "benchmarks"]

const read = (file) => JSON.parse(readFileSync(file, "utf8"))

/** A manifest with the domains that its dependencies lack. */
export const withDomains = (name, manifest, all = domains) => {
  if (!onEveryDomain.includes(name)) return manifest
  const missing = all.map((domain) => domain.manifest.name).filter((of) => !(of in manifest.dependencies))
  return {
    ...manifest,
    dependencies: { ...manifest.dependencies, ...Object.fromEntries(missing.map((of) => [of, "workspace:^"])) },
  }
}

/** The references of a project with those that it lacks of these folders; both are relative to the project. */
const completed = (references, folders) => [
  ...references,
  ...folders.filter((path) => !references.some((reference) => reference.path === path)).map((path) => ({ path })),
]

/** The tsconfig of a package or of the examples: it refers to each package of the workspace that the manifest names. */
export const withReferences = (tsconfig, directory, manifest, all = packages) => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const used = all.filter((package_) => names.includes(package_.manifest.name))
  const folders = used.map((package_) => relative(directory, package_.directory))
  return folders.length === 0 ? tsconfig : { ...tsconfig, references: completed(tsconfig.references ?? [], folders) }
}

/** The tsconfig of the root, whose paths lead to the sources of every package. */
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

/** The files of configuration with what they must hold. */
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
      [tsconfig, withReferences(read(tsconfig), directory, complete)],
    ]
  })
  return [...perProject, [join(root, "tsconfig.json"), withPaths(read(join(root, "tsconfig.json")))]]
}
