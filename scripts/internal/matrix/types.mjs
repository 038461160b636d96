// The section of TypeScript: the declarations of all packages and the checks' programs, compiled
// without `skipLibCheck`.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { libraries } from "../workspace.mjs"
import { run, Skipped } from "../process.mjs"
import { makeProject } from "./project.mjs"
import { installed } from "./registry.mjs"
import { typescript } from "./versions.mjs"

const checks = [
  { name: "nodenext-exact", title: "nodenext, exact", module: "nodenext", exact: true },
  { name: "bundler", title: "bundler", module: "bundler", exact: false },
  { name: "nodenext", title: "nodenext", module: "nodenext", exact: false },
  { name: "bundler-exact", title: "bundler, exact", module: "bundler", exact: true },
]

/** All combinations with the newest version, two with the others, in which each setting comes once. */
const isPaired = (version, index) => index < 2 || version === typescript.at(-1)

/** A program that imports every module of every package. */
const everyModule = () => {
  const modules = libraries.flatMap(({ manifest }) =>
    Object.entries(manifest.exports)
      .filter(([, target]) => target.endsWith(".js"))
      .map(([path]) => manifest.name + path.slice(1)),
  )
  return [
    ...modules.map((module, index) => `import * as m${index} from "${module}"`),
    `export const modules = [${modules.map((_, index) => `m${index}`).join(", ")}]\n`,
  ].join("\n")
}

const settings = ({ exact, module }) => ({
  extends: "./tsconfig.json",
  compilerOptions: {
    ...(module === "nodenext" ? { module } : { module: "esnext", moduleResolution: module }),
    exactOptionalPropertyTypes: exact,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ["*.ts", "checks/*.ts"],
})

/** The errors of a compiler's output, apart from those in packages that are not ours. */
export const errorsOf = (text) => {
  const errors = text.split("\n").filter((line) => /error TS\d+/.test(line))
  const isForeign = (line) => /^(\.\.\/)*node_modules\//.test(line) && !line.includes("node_modules/@candela/")
  return { own: errors.filter((line) => !isForeign(line)), foreign: errors.filter(isForeign) }
}

const packageOf = (line) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1]

/** The result of a compilation. */
export const resultOf = ({ code, stderr, stdout }) => {
  const { foreign, own } = errorsOf(stdout)
  if (own.length > 0) return { status: "failed", reason: own[0].slice(0, 300) }
  if (code !== 0 && foreign.length === 0) return { status: "failed", reason: (stderr || stdout).slice(0, 300) }
  const packages = [...new Set(foreign.map(packageOf))].join(", ")
  return { status: "ok", detail: foreign.length === 0 ? "no error" : `no error of ours; some in ${packages}` }
}

export const types = {
  name: "types",
  title: "TypeScript",
  checks: checks.map(({ name, title }) => ({ name, title })),
  entries: typescript.map((version) => ({
    name: `typescript-${version}`,
    title: `TypeScript ${version.replace(/\.\d+$/, "")}`,
  })),
  run: async (names, report, options) => {
    const project = await makeProject(options)
    writeFileSync(join(project, "everyModule.ts"), everyModule())
    for (const check of checks) {
      writeFileSync(join(project, `tsconfig.${check.name}.json`), JSON.stringify(settings(check)))
    }
    for (const version of typescript.filter((version) => names.includes(`typescript-${version}`))) {
      const results = {}
      for (const [index, { name }] of checks.entries()) {
        if (!isPaired(version, index)) {
          results[name] = { status: "skipped", reason: "the other two combinations cover both settings" }
          continue
        }
        try {
          const compiler = join(await installed("typescript", version), "bin/tsc")
          results[name] = resultOf(
            await run(process.execPath, [compiler, "-p", `tsconfig.${name}.json`], { cwd: project }),
          )
        } catch (error) {
          results[name] = { status: error instanceof Skipped ? "skipped" : "failed", reason: error.message }
        }
      }
      report({ name: `typescript-${version}`, title: `TypeScript ${version.replace(/\.\d+$/, "")}`, version, results })
    }
  },
}
