// The section of runtimes: every check in every runtime.
import { observe } from "./observer.mjs"
import { embedded } from "./embedded.mjs"
import { makeProject } from "./project.mjs"
import { Skipped } from "../process.mjs"
import { data } from "../workspace.mjs"
import { key, startSandbox } from "./sandbox.mjs"
import { servers } from "./servers.mjs"

const checks = [
  { name: "first-program", title: "first program" },
  { name: "columns", title: "columns" },
  { name: "errors", title: "errors" },
  { name: "retries", title: "retries" },
  { name: "cancellation", title: "cancellation" },
  { name: "gzip", title: "gzip" },
  { name: "nanoseconds", title: "nanoseconds" },
  { name: "code-generation", title: "code generation forbidden" },
  { name: "pool", title: "pool of `@candela/node`" },
  { name: "sandbox", title: "sandbox in process" },
]

const extras = { pool: "needs node:http", sandbox: "needs Node's files and its native database" }

const message = (error) =>
  String(error?.message ?? error)
    .split("\n")[0]
    .slice(0, 300)

/** Runs some checks; a runtime that breaks down fails them all. */
const attempt = async (runtime, task) => {
  try {
    return await runtime.run(task)
  } catch (error) {
    return Object.fromEntries(task.names.map((name) => [name, { status: "failed", reason: message(error) }]))
  }
}

const resultsOf = async ({ extra, note = {}, open }, project, url) => {
  const names = checks.map(({ name }) => name)
  const able = names.filter((name) => !(name in extras) || extra.includes(name))
  const all = (names, status, reason) => Object.fromEntries(names.map((name) => [name, { status, reason }]))
  let runtime
  try {
    runtime = await open(project)
  } catch (error) {
    const status = error instanceof Skipped ? "skipped" : "failed"
    return { version: null, results: all(names, status, message(error)) }
  }
  const observer = await observe(url)
  try {
    const surroundings = { url, key, data, ...observer.urls }
    const forbidden = able.filter((name) => name === "code-generation")
    const results = {
      ...(await attempt(runtime, { project, surroundings, names: able.filter((name) => !forbidden.includes(name)) })),
      ...(await attempt(runtime, { project, surroundings, names: forbidden, forbidden: true })),
    }
    for (const [name, text] of Object.entries(note)) {
      if (results[name].status === "ok") results[name].detail = `${text}; ${results[name].detail}`
    }
    const entries = names.map((name) => [name, results[name] ?? { status: "skipped", reason: extras[name] }])
    return { version: runtime.version, results: Object.fromEntries(entries) }
  } finally {
    observer.close()
    await runtime.close?.()
  }
}

export const runtimes = {
  name: "runtimes",
  title: "Runtimes",
  checks,
  entries: [...servers, ...embedded].map(({ name, title }) => ({ name, title })),
  run: async (names, report, options) => {
    const project = await makeProject(options)
    const sandbox = await startSandbox(project)
    try {
      for (const runtime of [...servers, ...embedded].filter(({ name }) => names.includes(name))) {
        const { results, version } = await resultsOf(runtime, project, sandbox.url)
        const { advice, name, title } = runtime
        report({
          name,
          title,
          version: version === null ? null : (version ?? runtime.version),
          ...(advice && { advice }),
          results,
        })
      }
    } finally {
      sandbox.close()
    }
  },
}
