/**
 * Pages of a sandbox in a real browser. A test takes `openPage` from its argument; when it ends,
 * every page that it opened is checked and closed: no error in the console, nothing that the
 * Content-Security-Policy refused, no request to another host.
 */
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, test as base } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { createRequire } from "node:module"
import { readFileSync } from "node:fs"
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core"

/** A key of the highest plan, and one of the lowest. */
export const keys = { key: "business", "basic-key": "basic" } as const

/** Where the pages keep the key, in the session storage of their tab. */
export const keyName = "candela.key"

/** How to open a page. */
export interface OpenOptions {
  /** The path, with query and fragment: `/reference#stocks.bars`. */
  readonly path: string
  /** The key that the tab has already. Default none. */
  readonly key?: string
  /** Whether the system prefers dark colours. Default false. */
  readonly dark?: boolean
  /** Width of the window in pixels. Default 1280. */
  readonly width?: number
  /** Height of the window in pixels. Default 800. */
  readonly height?: number
  /** Texts of the console's errors that the test brings about, such as a refused request. Default none. */
  readonly expected?: ReadonlyArray<RegExp>
}

/** What a page did that no page may do. */
interface Faults {
  readonly console: Array<string>
  readonly foreign: Array<string>
}

const watch = (page: Page, origin: string): Faults => {
  const faults: Faults = { console: [], foreign: [] }
  // What the Content-Security-Policy refuses is an error of the console, too.
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.console.push(message.text())
  })
  page.on("pageerror", (error) => faults.console.push(String(error)))
  page.on("websocket", (socket) => {
    if (!socket.url().startsWith(`${origin.replace("http", "ws")}/`)) faults.foreign.push(socket.url())
  })
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.foreign.push(url)
  })
  return faults
}

/** Fails when a page logged an error, ran into its Content-Security-Policy, or asked another host. */
const assertFaultless = ({ console, foreign }: Faults, expected: ReadonlyArray<RegExp> = []) => {
  assert.deepStrictEqual(
    console.filter((text) => !expected.some((pattern) => pattern.test(text))),
    [],
    "errors in the console",
  )
  assert.deepStrictEqual(foreign, [], "requests to other hosts")
}

const open = async (context: BrowserContext, { key, path }: OpenOptions): Promise<Page> => {
  const page = await context.newPage()
  if (key !== undefined) {
    // The empty document before the first page has no storage.
    await page.addInitScript(([name, value]) => location.protocol === "http:" && sessionStorage.setItem(name, value), [
      keyName,
      key,
    ] as const)
  }
  await page.goto(path)
  return page
}

/** What a test takes. */
export interface Fixtures {
  /** The browser of the test file. */
  readonly browser: Browser
  /** The sandbox of the test file, on a free port. */
  readonly sandbox: Sandbox.Service
  /** Opens a page of the sandbox, in a context of its own. */
  readonly openPage: (options: OpenOptions) => Promise<Page>
}

/** A test of the pages of a sandbox with options. */
export const testOf = (options: Sandbox.ServerOptions) =>
  base.extend<Fixtures>({
    browser: [
      // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs
      async ({}, use) => {
        const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium" })
        await use(browser)
        await browser.close()
      },
      { scope: "file" },
    ],
    sandbox: [
      // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs
      async ({}, use) => {
        const runtime = ManagedRuntime.make(Sandbox.layerServer({ keys, grace: 0, ...options }))
        await use(await runtime.runPromise(Sandbox))
        await runtime.dispose()
      },
      { scope: "file" },
    ],
    openPage: async ({ browser, sandbox }, use) => {
      const opened: Array<{ readonly context: BrowserContext; readonly check: () => void }> = []
      await use(async (options) => {
        const { dark = false, expected, height = 800, width = 1280 } = options
        const context = await browser.newContext({
          baseURL: sandbox.baseUrl,
          colorScheme: dark ? "dark" : "light",
          viewport: { width, height },
        })
        let check = () => {}
        opened.push({ context, check: () => check() })
        context.on("page", (page) => {
          const faults = watch(page, sandbox.baseUrl)
          check = () => assertFaultless(faults, expected)
        })
        return open(context, options)
      })
      for (const { context } of opened) await context.close()
      for (const { check } of opened) check()
    },
  })

/** A test of the pages. */
export const test = testOf({})

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface AxeResults {
  readonly violations: ReadonlyArray<{
    readonly id: string
    readonly help: string
    readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<string>; readonly failureSummary?: string }>
  }>
}

/** Fails when a page breaks one of axe's rules of accessibility. */
export const assertAccessible = async (page: Page): Promise<void> => {
  // The debugger's way in is not subject to the page's Content-Security-Policy.
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>("axe.run()")
  const found = violations.flatMap(({ help, id, nodes }) =>
    nodes.map(({ failureSummary, target }) => `${id} (${help}) at ${target.join(" ")}: ${failureSummary}`),
  )
  assert.deepStrictEqual(found, [])
}

/** Fails when a page is wider than its window. */
export const assertFits = async (page: Page): Promise<void> => {
  const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  assert.isAtMost(width!, inner!, "the page scrolls horizontally")
}

/** Fails when a control that is seen is lower than a finger needs. */
export const assertTouchable = async (page: Page): Promise<void> => {
  const low = await page.evaluate(() =>
    Array.from(document.querySelectorAll("button, input:not([type=checkbox]), select, summary, nav a"))
      .filter((control) => control.checkVisibility() && !control.closest(".skip"))
      .map((control) => ({ text: control.outerHTML.slice(0, 80), height: control.getBoundingClientRect().height }))
      .filter(({ height }) => height < 40),
  )
  assert.deepStrictEqual(low, [])
}
