// Installs the tarballs into an empty project and runs a user's program, the sandbox's command and
// the command line there.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
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

const sandbox = async () => {
  await install(publicPackages.map(({ name }) => name))
  assert.match(await run("npx", ["--no-install", "candela-sandbox", "--help"]), /--port/)
  const command = join(project, "node_modules/.bin/candela-sandbox")
  // The smallest possible data set: data sets have their own tests.
  const options = ["--port", "0", "--dataset", "quickstart", "--now", "2024-10-03T16:00:00-04:00", "--key", "smoke-key"]
  const child = spawn(command, options, { cwd: project, stdio: ["ignore", "pipe", "pipe"] })
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
      child.on("close", (code) => reject(new Error(`candela-sandbox ended with ${code}:\n${said}`)))
    })
    const { openapi } = await (await fetch(`${await address}/openapi.json`)).json()
    assert.equal(openapi, "3.1.0")
    const path = `${await address}/v2/aggs/ticker/AAPL/prev`
    const refused = await fetch(path)
    assert.equal(refused.status, 401)
    const answer = await fetch(path, { headers: { authorization: "Bearer smoke-key" } })
    const body = await answer.json()
    assert.equal(answer.status, 200, JSON.stringify(body))
    assert.equal(body.results.length, 1)
    const page = await fetch(`${await address}/reference`)
    assert.match(page.headers.get("content-type"), /^text\/html/, await page.text())
    const closed = once(child, "close")
    child.kill("SIGTERM")
    const [code, signal] = await closed
    assert.equal(signal, null, `candela-sandbox was killed by SIGTERM: it did not shut down by itself:\n${said}`)
    console.log(`candela-sandbox serves from its tarball, and shuts down (${code})`)
  } finally {
    child.kill("SIGKILL")
  }
}

/** The command line, in the project of {@link sandbox}. */
const commandLine = async () => {
  const candela = (...args) => run("npx", ["--no-install", "candela", ...args], { XDG_CONFIG_HOME: project })
  const { manifest } = publicPackages.find(({ name }) => name === "cli")
  assert.equal(await candela("--version"), `${manifest.version}\n`)
  assert.match(await candela("help", "login"), /--from-stdin/)
  assert.match(await candela("sandbox", "--help"), /--port/)
  assert.equal(await candela("profiles"), "")
  console.log("candela runs from its tarball")
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
