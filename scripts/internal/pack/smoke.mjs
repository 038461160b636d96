// Installs the tarballs as users do, and runs what they would: a program on the libraries and the
// sandbox's command in an empty project, the command line from its own tarball alone.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { tarballOf } from "./tarballs.mjs"
import { publicPackages, root } from "../workspace.mjs"

const project = mkdtempSync(join(tmpdir(), "candela-smoke-"))
const installed = (name) => existsSync(join(project, "node_modules", name))

/** Runs a command in the project to its end and returns its output. */
const run = async (command, args, env = {}) => {
  const child = spawn(command, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
  const [code] = await once(child, "close")
  assert.equal(code, 0, `${command} ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

const install = async (names) => {
  const chosen = publicPackages.filter(({ name }) => names.includes(name))
  const others = ["effect", "@effect/platform"].map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))
    return `${name}@${version}`
  })
  const options = [
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--save-exact",
    "--strict-peer-deps",
    "--prefer-offline",
  ]
  await run("npm", ["install", ...options, ...others, ...chosen.map(({ manifest }) => tarballOf(manifest))])
}

/** A service of one history in two pages. */
const service = createServer((request, response) => {
  const url = new URL(request.url, "http://service")
  const second = url.searchParams.get("cursor") === "2"
  const authorized = request.headers.authorization === "Bearer smoke-key"
  const bar = (day, close) => ({ o: 1, h: 9, l: 1, c: close, v: 100, vw: 2, n: 3, t: Date.UTC(2024, 0, day, 5) })
  response.writeHead(authorized ? 200 : 401, { "content-type": "application/json" })
  response.end(
    JSON.stringify({
      status: authorized ? "OK" : "ERROR",
      request_id: "smoke",
      ticker: "AAPL",
      results: second ? [bar(4, 3.5)] : [bar(2, 1.5), bar(3, 2.5)],
      ...(second ? {} : { next_url: `http://elsewhere.test${url.pathname}?cursor=2` }),
    }),
  )
})

const libraries = async () => {
  await install(["core", "market", "stocks", "testing"])
  assert(!installed("@effect/platform-node"), "the libraries must not bring @effect/platform-node")
  for (const file of ["program.ts", "tsconfig.json"])
    cpSync(join(root, "scripts/internal/pack/smoke", file), join(project, file))
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json"])
  await once(service.listen(0, "127.0.0.1"), "listening")
  const env = { MARKET_DATA_URL: `http://127.0.0.1:${service.address().port}`, MARKET_DATA_API_KEY: "smoke-key" }
  const printed = await run(process.execPath, ["program.js"], env)
  assert.deepEqual(JSON.parse(printed), { live: [1.5, 2.5, 3.5], scripted: [4.5] })
  console.log("core, market, stocks and testing run on fetch alone")
}

/** Serves a sandbox while `use` runs, given its URL. */
const serving = async (command, args, env, use) => {
  // The smallest possible data set: data sets have their own tests.
  const options = ["--port", "0", "--dataset", "quickstart", "--now", "2024-10-03T16:00:00-04:00", "--key", "smoke-key"]
  const child = spawn(command, [...args, ...options], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  try {
    let said = ""
    const address = new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on("line", (line) => {
          said += `${line}\n`
          const url = /http:\/\/[\w.]+:\d+/.exec(line)
          if (url !== null) resolve(url[0])
        })
      }
      child.on("close", (code) => reject(new Error(`the sandbox ended with ${code}:\n${said}`)))
    })
    const url = await address
    const path = `${url}/v2/aggs/ticker/AAPL/prev`
    const refused = await fetch(path)
    assert.equal(refused.status, 401)
    const answer = await fetch(path, { headers: { authorization: "Bearer smoke-key" } })
    const body = await answer.json()
    assert.equal(answer.status, 200, JSON.stringify(body))
    assert.equal(body.results.length, 1)
    for (const [page, type] of Object.entries(pages)) {
      const file = await fetch(url + page)
      assert.match(file.headers.get("content-type"), type, `${page}: ${await file.text()}`)
    }
    const { openapi } = await (await fetch(`${url}/openapi.json`)).json()
    assert.equal(openapi, "3.1.0")
    await use(url)
    const closed = once(child, "close")
    child.kill("SIGTERM")
    const [code, signal] = await closed
    assert.equal(signal, null, `the sandbox was killed by SIGTERM: it did not shut down by itself:\n${said}`)
    return code
  } finally {
    child.kill("SIGKILL")
  }
}

const pages = {
  "/": /^text\/html/,
  "/explorer.js": /^text\/javascript/,
  "/reference": /^text\/html/,
  "/reference.css": /^text\/css/,
  "/catalog.json": /^application\/json/,
}

const sandbox = async () => {
  await install(publicPackages.map(({ name }) => name))
  assert.match(await run("npx", ["--no-install", "candela-sandbox", "--help"]), /--port/)
  const command = join(project, "node_modules/.bin/candela-sandbox")
  const code = await serving(command, [], { XDG_CACHE_HOME: join(project, "cache") }, async () => {})
  console.log(`candela-sandbox serves from its tarball, and shuts down (${code})`)
}

/** Size of a folder in bytes. */
const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath, path }) => sum + lstatSync(join(parentPath ?? path, name)).size, 0)

/** What the command line and all that it needs may take, in bytes. */
const largest = 250_000_000

/** The command line, installed globally into an empty folder from its tarball. */
const commandLine = async () => {
  const prefix = join(project, "global")
  const { manifest } = publicPackages.find(({ name }) => name === "cli")
  const started = performance.now()
  const options = ["--global", "--prefix", prefix, "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"]
  await run("npm", ["install", ...options, tarballOf(manifest)])
  const seconds = (performance.now() - started) / 1000
  const modules = join(prefix, "lib/node_modules")
  const ours = readdirSync(modules, { recursive: true }).filter((path) => /(^|\/)@candela\/[^/]+$/.test(path))
  assert.deepEqual(ours, ["@candela/cli"])
  const size = sizeOf(modules)
  assert.ok(size <= largest, `the command line takes ${size} bytes, more than ${largest}`)

  const command = join(prefix, "bin/candela")
  const env = { XDG_CONFIG_HOME: project, XDG_CACHE_HOME: join(project, "cache"), MARKET_DATA_API_KEY: "smoke-key" }
  const candela = (...args) => run(command, args, env)
  assert.equal(await candela("--version"), `${manifest.version}\n`)
  assert.match(await candela("help", "login"), /--from-stdin/)
  assert.match(await candela("sandbox", "--help"), /--port/)
  assert.match(await candela("completions", "bash"), /candela/)
  assert.equal(await candela("profiles"), "")
  const bars = ["stocks", "bars", "AAPL", "--timespan", "minute", "--multiplier", "1"]
  const range = ["--from", "2024-10-01", "--to", "2024-10-02"]
  await serving(command, ["sandbox"], env, async (url) => {
    // Files of each kind: Parquet is written by a thread, with WebAssembly.
    for (const file of ["bars.parquet", "bars.arrow", "bars.csv"]) {
      await candela(...bars, ...range, "--url", url, "--out", file)
      assert.ok(statSync(join(project, file)).size > 10_000, file)
    }
    await candela("chart", "AAPL", ...range, "--url", url, "--html", "chart.html")
    assert.match(readFileSync(join(project, "chart.html"), "utf8"), /<script/)
    await candela("history", "sync", "--tickers", "AAPL", "--timespan", "minute", ...range, "--url", url)
    const rows = await candela("history", "sql", "SELECT count(*) > 100 AS kept FROM bars", "--format", "csv")
    assert.match(rows, /true/)
  })
  // The protocol server reads the manual, which lies beside the bundle.
  const asked = [
    {
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "smoke", version: "1" } },
    },
    { method: "resources/read", params: { uri: "candela://docs/files" } },
  ]
  assert.match(await answersOf(command, ["mcp"], { ...env, MARKET_DATA_URL: "http://127.0.0.1:1" }, asked), /Parquet/)
  console.log(
    `candela runs from its tarball alone: ${(size / 1e6).toFixed(0)} MB, installed in ${seconds.toFixed(1)} s`,
  )
}

/** The answers of a protocol server to requests, one after the other. */
const answersOf = async (command, args, env, requests) => {
  const child = spawn(command, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  })
  try {
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
    let said = ""
    for (const [id, request] of requests.entries()) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`)
      said += (await answers.next()).value
    }
    return said
  } finally {
    child.kill("SIGKILL")
  }
}

try {
  await libraries()
  await sandbox()
  await commandLine()
} finally {
  service.closeAllConnections()
  service.close()
  rmSync(project, { recursive: true, force: true })
}
