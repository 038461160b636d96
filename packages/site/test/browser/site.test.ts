/**
 * The built site in a browser: no error, nothing that its Content-Security-Policy refuses, no
 * request to another host, accessible in both themes, from phone to wide screen; its search, and
 * its form against a sandbox. `./scripts/site` builds what these tests open.
 */
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, test as base } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { chromium, type Browser, type Page } from "playwright-core"
import { serve } from "../../src/Serve.js"

const folder = fileURLToPath(new URL("../../bundle/site", import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface OpenOptions {
  readonly path: string
  readonly dark?: boolean
  readonly width?: number
  /** Another host that the test lets the page ask: its sandbox. */
  readonly sandbox?: string
}

interface Fixtures {
  readonly browser: Browser
  readonly origin: string
  readonly open: (options: OpenOptions) => Promise<Page>
}

const test = base.extend<Fixtures>({
  browser: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium" })
      await use(browser)
      await browser.close()
    },
    { scope: "file" },
  ],
  origin: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      assert.isTrue(existsSync(join(folder, "index.html")), "the site is not built: ./scripts/site")
      const server = await serve(folder, 0)
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.closeAllConnections()
      server.close()
    },
    { scope: "file" },
  ],
  open: async ({ browser, origin }, use) => {
    const faults: Array<string> = []
    const contexts: Array<{ close: () => Promise<void> }> = []
    await use(async ({ dark = false, path, sandbox, width = 1280 }) => {
      const context = await browser.newContext({
        baseURL: origin,
        colorScheme: dark ? "dark" : "light",
        viewport: { width, height: 900 },
      })
      contexts.push(context)
      const page = await context.newPage()
      // What the policy refuses is an error of the console, too.
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") faults.push(`${path}: ${message.text()}`)
      })
      page.on("pageerror", (error) => faults.push(`${path}: ${String(error)}`))
      page.on("request", (request) => {
        const url = request.url()
        if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url) && !(sandbox && url.startsWith(`${sandbox}/`)))
          faults.push(`${path}: it asked ${url}`)
      })
      await page.goto(path, { waitUntil: "networkidle" })
      return page
    })
    for (const context of contexts) await context.close()
    assert.deepStrictEqual(faults, [])
  },
})

const assertAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<{
    violations: ReadonlyArray<{
      id: string
      nodes: ReadonlyArray<{ target: ReadonlyArray<string>; failureSummary?: string }>
    }>
  }>("axe.run()")
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, target }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  )
  assert.deepStrictEqual(found, [], page.url())
}

const assertFits = async (page: Page): Promise<void> => {
  const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  assert.isAtMost(width!, inner!, `${page.url()} scrolls horizontally`)
}

const paths = [
  "/",
  "/guides/methods.html",
  "/guides/from-the-vendors-client.html",
  "/reference/stocks/bars.html",
  "/examples/",
]

for (const dark of [false, true]) {
  test(`pages are accessible and fit, ${dark ? "dark" : "light"}`, async ({ open }) => {
    for (const path of paths) {
      const page = await open({ path, dark })
      await assertAccessible(page)
      await assertFits(page)
    }
  })
}

test("pages fit a phone and a wide screen", async ({ open }) => {
  for (const width of [360, 2000]) {
    for (const path of paths) {
      const page = await open({ path, width })
      await assertFits(page)
    }
  }
})

test("code never scrolls sideways, and the theme switch is inside of the window", async ({ open }) => {
  for (const width of [1366, 1440]) {
    for (const path of ["/", "/guides/http-service.html", "/guides/history.html", "/reference/stocks/bars.html"]) {
      const page = await open({ path, width })
      const wider = await page
        .locator("pre")
        .evaluateAll((blocks) => blocks.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth).length)
      assert.strictEqual(wider, 0, `${path} at ${width}`)
      const edges = await page
        .locator(".VPSwitchAppearance")
        .evaluateAll((switches) => switches.map((element) => element.getBoundingClientRect()))
      const shown = edges.filter((edge) => edge.width > 0)
      assert.isAbove(shown.length, 0, path)
      for (const { right } of shown) assert.isAtMost(right, width - 16, `${path} at ${width}`)
    }
  }
})

test("a phone shows whole tables and messages, keeps the lines of programs, and parts no option", async ({ open }) => {
  for (const path of ["/guides/command-line.html", "/guides/backfill.html", "/guides/if-something-goes-wrong.html"]) {
    const page = await open({ path, width: 390 })
    const hidden = await page
      .locator(".vp-doc :is(table, pre.prose)")
      .evaluateAll((elements) => elements.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth).length)
    assert.strictEqual(hidden, 0, path)
    const parted = await page
      .locator(".language-sh .unbroken")
      .evaluateAll((words) => words.filter((word) => word.getBoundingClientRect().height > 24).length)
    assert.strictEqual(parted, 0, path)
    await assertFits(page)
    await assertAccessible(page)
  }
  const page = await open({ path: "/guides/history.html", width: 390 })
  const heights = await page
    .locator(".vp-doc .language-js .line")
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
  assert.isAbove(heights.length, 20)
  assert.isBelow(Math.max(...heights), 24)
})

test("a phone shows parameters and fields below one another: nothing is hidden at the side", async ({ open }) => {
  const page = await open({ path: "/reference/stocks/bars.html", width: 360 })
  const tables = await page
    .locator(".facts table")
    .evaluateAll((elements) => elements.map(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth))
  assert.isAbove(tables.length, 2)
  for (const hidden of tables) assert.strictEqual(hidden, 0)
  await assertAccessible(page)
})

test("the API reference has the same frame: it leads back, and keeps the policy", async ({ open }) => {
  const page = await open({ path: "/" })
  await page.getByRole("link", { name: "API", exact: true }).first().click()
  await page.waitForURL("**/api/modules.html")
  await page.getByRole("link", { name: "@candela/stocks" }).first().waitFor()
  await page.getByRole("link", { name: "Guides", exact: true }).first().click()
  await page.waitForURL("**/guides/**")
  assert.include(await page.title(), "program")
})

test("the search finds an endpoint and opens it, without another host", async ({ open }) => {
  const page = await open({ path: "/" })
  await page.keyboard.press("Control+k")
  await page.locator("#localsearch-input").fill("merchantHierarchy")
  await page.locator('#localsearch-list a[href*="merchant-hierarchy"]').first().click()
  await page.waitForURL("**/alternative/merchant-hierarchy.html**")
  await page.locator("main code", { hasText: "alternative.merchantHierarchy" }).first().waitFor()
  assert.include(page.url(), "merchant-hierarchy")
})

test("the search puts the endpoint that is asked for first, as the command does", async ({ open }) => {
  const page = await open({ path: "/" })
  for (const [question, endpoint] of [
    ["OHLC candles", "/reference/stocks/bars"],
    ["bitcoin price history", "/reference/crypto/bars"],
    ["list of all stocks", "/reference/reference/tickers"],
    ["testing", "/guides/testing"],
    ["implied volatility", "/reference/options/chain"],
    ["is the market open", "/reference/reference/market-status"],
  ] as const) {
    await page.keyboard.press("Control+k")
    await page.locator("#localsearch-input").fill(question)
    const first = page.locator(`#localsearch-list li:first-child a[href*="${endpoint}"]`)
    await first.waitFor()
    assert.isTrue(await first.isVisible(), question)
    await page.keyboard.press("Escape")
  }
})

test("the search finds guides by the words that people type", async ({ open }) => {
  const page = await open({ path: "/" })
  for (const [word, guide] of [
    ["proxy", "if-something-goes-wrong"],
    ["websocket", "live"],
    ["reconnect", "live-for-months"],
    ["gap", "live-gaps"],
    ["evicted", "live-for-months"],
    ["react", "http-service"],
    ["server", "http-service"],
    ["429", "if-something-goes-wrong"],
    ["browser", "http-service"],
    ["ECONNREFUSED", "if-something-goes-wrong"],
  ] as const) {
    await page.keyboard.press("Control+k")
    await page.locator("#localsearch-input").fill(word)
    await page.locator(`#localsearch-list a[href*="${guide}"]`).first().waitFor()
    assert.isTrue(await page.locator(`#localsearch-list a[href*="${guide}"]`).first().isVisible(), word)
    await page.keyboard.press("Escape")
  }
})

test("the form asks the sandbox that the reader started; the key stays in a header and in the tab", async ({
  open,
  origin,
}) => {
  const options = { keys: { mine: "business" }, cors: origin, grace: 0 } as const
  const runtime = ManagedRuntime.make(Sandbox.layerServer(options))
  try {
    const { baseUrl } = await runtime.runPromise(Sandbox)
    const page = await open({ path: "/reference/stocks/previous-day-bar.html", sandbox: baseUrl })
    const form = page.locator(".try-it")
    await form.getByLabel("Sandbox").fill(baseUrl)
    await form.getByLabel("Key").fill("mine")
    const asked = page.waitForRequest((request) => request.url().startsWith(baseUrl) && request.method() === "GET")
    await form.getByRole("button", { name: "Send the request" }).click()
    await form.getByText("200").waitFor()
    assert.include(await form.locator(".answer").textContent(), '"status": "OK"')
    const request = await asked
    assert.notInclude(request.url(), "mine")
    assert.strictEqual((await request.allHeaders())["authorization"], "Bearer mine")
    assert.isFalse(
      await page.evaluate(() => JSON.stringify(localStorage).includes("mine") || document.cookie.includes("mine")),
    )
    await assertAccessible(page)

    await form.getByLabel("Sandbox").fill("http://example.com")
    await form.getByRole("button", { name: "Send the request" }).click()
    await form.getByText("only to a sandbox on this computer").waitFor()
  } finally {
    await runtime.dispose()
  }
})
