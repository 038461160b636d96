/** The command of `./scripts/site`. */
import { spawnSync } from "node:child_process"
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import type { AddressInfo } from "node:net"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Content from "./Content.js"
import * as Docs from "./Docs.js"
import * as Finish from "./Finish.js"
import { serve } from "./Serve.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const builder = join(root, "packages/site/vitepress")
const pages = join(builder, "bundle")
const out = join(root, "packages/site/bundle/site")

const usage = `Usage: ./scripts/site [--serve] [--port PORT] [--base PATH] [--api FOLDER]
       ./scripts/site --update

Builds the site into packages/site/bundle/site, a folder that any static host serves, and checks every link in it.

  --serve        serves it on this computer until Ctrl-C
  --port PORT    the port to serve on (default 8700)
  --base PATH    where the site will be on its host, such as /candela/ (default /)
  --api FOLDER   takes the API reference from a folder that TypeDoc has written, instead of writing it
  --update       builds nothing: writes blocks of code and tables of results into docs/*.md from their sources
  --help         prints this
`

const quit = (message: string, code: number): never => {
  process.stderr.write(`${message.trimEnd()}\n`)
  process.exit(code)
}

const options = (() => {
  try {
    return parseArgs({
      options: {
        serve: { type: "boolean", default: false },
        port: { type: "string", default: "8700" },
        base: { type: "string", default: "/" },
        api: { type: "string" },
        update: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values
  } catch (error) {
    return quit(`${(error as Error).message}\n\n${usage}`, 2)
  }
})()
const { api, base, port } = options
if (options.help) {
  process.stdout.write(usage)
  process.exit(0)
}
if (!/^\/([\w.-]+\/)*$/.test(base))
  quit(`--base must begin and end with a slash, as /candela/ does, but got "${base}".`, 2)
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) quit(`--port must be a port, but got "${port}".`, 2)

/** Runs a tool of the build, and shows its output when it fails. */
const run = (what: string, cwd: string, command: string, ...args: ReadonlyArray<string>) => {
  process.stdout.write(`${what} ...\n`)
  const env = { ...process.env, CANDELA_SITE_BASE: base, CI: "true", NO_COLOR: "1" }
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8", env, maxBuffer: 1e8 })
  if (status !== 0) quit(`${stdout}${stderr}${error?.message ?? ""}\n${what}: it failed (see above).`, 1)
}

/** Installs VitePress on the first build of the site. It has a separate lockfile, because only the site needs it. */
const install = () => {
  const lockfile = readFileSync(join(builder, "pnpm-lock.yaml"), "utf8")
  const stamp = join(builder, "node_modules/.candela-installed")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfile) return
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { packageManager: string }
  const flags = ["install", "--ignore-workspace", "--lockfile-dir", ".", "--frozen-lockfile"]
  run("Installing VitePress (once)", builder, "npx", "--yes", packageManager, ...flags)
  writeFileSync(stamp, lockfile)
}

const place = (folder: string, path: string) => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

const writePages = () => {
  const { assets, files } = Content.make(root)
  rmSync(pages, { recursive: true, force: true })
  for (const [path, text] of files) writeFileSync(place(pages, path), text)
  for (const [path, from] of assets) copyFileSync(join(root, from), place(pages, path))
}

const writeApi = () => {
  if (api !== undefined) {
    if (!existsSync(join(api, "index.html"))) quit(`There is no API reference in ${api}.`, 1)
    return cpSync(api, join(out, "api"), { recursive: true })
  }
  run("Writing the API reference", root, "node", "node_modules/typedoc/bin/typedoc", "--out", join(out, "api"))
}

/** Makes every page strict, and returns the dead links. */
const finish = (): ReadonlyArray<string> => {
  copyFileSync(join(builder, Finish.styleOfApi), place(out, Finish.styleOfApi))
  const files = readdirSync(out, { recursive: true, encoding: "utf8" })
  const finished = new Map<string, string>()
  for (const path of files.filter((file) => file.endsWith(".html"))) {
    const text = readFileSync(join(out, path), "utf8")
    const { html, scripts } = path.startsWith("api/")
      ? Finish.strict(Finish.framed(text, base), base, Finish.policyOfApi)
      : Finish.strict(text, base)
    finished.set(path, html)
    writeFileSync(join(out, path), html)
    for (const [script, text] of scripts) writeFileSync(place(out, script), text)
  }
  return Finish.deadLinks({ pages: finished, has: (path) => existsSync(join(out, path)) }, base)
}

const update = async () => {
  const read = Docs.reader(root)
  for (const page of Docs.pages(root)) {
    const { problems, text } = Docs.check(page, read(page)!, read)
    if (problems.length > 0) writeFileSync(join(root, page), text)
    for (const problem of problems) process.stdout.write(`${problem}\n`)
  }
  // Aligns cells of tables as the format check requires.
  run("Formatting the pages", root, "node", "node_modules/oxfmt/bin/oxfmt", "docs", "README.md", "packages/*/README.md")
}

if (options.update) {
  await update()
  process.exit(0)
}
install()
writePages()
rmSync(out, { recursive: true, force: true })
run("Building the pages", builder, "node", "node_modules/vitepress/bin/vitepress.js", "build", ".")
writeApi()
run("Writing the texts for language models", root, "node", "scripts/internal/generate/llms.mjs", out)
const dead = finish()
if (dead.length > 0) quit(`${dead.join("\n")}\n${dead.length} links lead nowhere.`, 1)
// A reader loads all of it at the first search.
const index = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) => Finish.isOfSearch(file))
const size = index.reduce((sum, file) => sum + statSync(join(out, file)).size, 0)
if (size === 0 || size > Finish.mostSearch)
  quit(`The index of the search has ${size} bytes, and ${Finish.mostSearch} are the most: ${index.join(", ")}.`, 1)
process.stdout.write(`The index of the search has ${(size / 1e6).toFixed(2)} MB.\n`)
process.stdout.write(`The site is in ${relative(process.cwd(), out)}.\n`)

if (options.serve) {
  const server = await serve(out, Number(port)).catch((error: Error) =>
    quit(`The port ${port} is not free: ${error.message}`, 1),
  )
  process.stdout.write(`It is at http://127.0.0.1:${(server.address() as AddressInfo).port}/. Ctrl-C stops.\n`)
}
