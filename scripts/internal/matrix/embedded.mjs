// Chromium and Cloudflare's runtime: they run the checks as one bundled file.
import { once } from "node:events"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { chromium as findChromium } from "../chromium.mjs"
import { root } from "../workspace.mjs"
import { bundle } from "./project.mjs"
import { Skipped } from "../process.mjs"
import { installed } from "./registry.mjs"
import { runtimes as versions } from "./versions.mjs"

/** A page that loads the checks; `/strict` forbids to generate code. */
const servePage = async (script) => {
  const server = createServer((request, response) => {
    if (request.url === "/checks.js") {
      response.writeHead(200, { "content-type": "text/javascript" })
      return response.end(script)
    }
    const policy = request.url === "/strict" ? { "content-security-policy": "script-src 'self'" } : {}
    response.writeHead(200, { "content-type": "text/html", ...policy })
    return response.end('<!doctype html><title>checks</title><script type="module" src="/checks.js"></script>')
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

const chromium = {
  name: "chromium",
  title: "Chromium",
  extra: [],
  open: async (project) => {
    const { path, reason } = findChromium()
    if (path === undefined) throw new Skipped(reason)
    const playwright = createRequire(join(root, "packages/pages/package.json"))("playwright-core")
    const browser = await playwright.chromium.launch({ executablePath: path })
    const { server, url } = await servePage(await bundle(project, "onPage.js"))
    return {
      version: browser.version(),
      run: async ({ forbidden, names, surroundings }) => {
        const page = await browser.newPage()
        try {
          await page.goto(`${url}/${forbidden ? "strict" : ""}`, { waitUntil: "load" })
          await page.waitForFunction("typeof runChecks === 'function'", undefined, { polling: 50 })
          return await page.evaluate((task) => globalThis.runChecks(task), { names, surroundings })
        } finally {
          await page.close()
        }
      },
      close: async () => {
        await browser.close()
        server.close()
      },
    }
  },
}

const workers = {
  name: "workerd",
  title: "Cloudflare Workers",
  version: versions.miniflare,
  extra: [],
  note: { "code-generation": "always forbidden there" },
  open: async (project) => {
    const folder = await installed("miniflare", versions.miniflare)
    const { Miniflare } = await import(pathToFileURL(join(folder, "dist/src/index.js")).href)
    const script = await bundle(project, "onWorker.js")
    const worker = new Miniflare({ modules: true, script, compatibilityDate: "2026-07-01" })
    const { version } = createRequire(join(folder, "package.json"))("workerd/package.json")
    return {
      version,
      run: async ({ names, surroundings }) => {
        const body = JSON.stringify({ names, surroundings })
        return (await worker.dispatchFetch("http://worker/", { method: "POST", body })).json()
      },
      close: () => worker.dispose(),
    }
  },
}

export const embedded = [chromium, workers]
