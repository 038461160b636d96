import { assert, describe } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { assertAccessible, assertFits, keyName, keys, test, type Fixtures, type OpenOptions } from "./support.js"

const [key, basicKey] = Object.keys(keys) as [string, string]

/** What Chromium logs of a request that is refused, or that finds no server. */
const failed = [/^Failed to load resource: /]

/** Opens the explorer at a fragment. `urls` receives what the page asks for. */
const open = async (
  openPage: Fixtures["openPage"],
  fragment: string,
  { urls = [], ...options }: Omit<OpenOptions, "path"> & { readonly urls?: Array<string> } = {},
): Promise<Page> => {
  const page = await openPage({ path: "about:blank", ...options })
  page.on("request", (request) => void urls.push(request.url()))
  // A refusal that a library catches is not in the console otherwise.
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
      console.error(`Content-Security-Policy: ${violatedDirective} refuses ${blockedURI}`),
    ),
  )
  await page.goto(`/${fragment}`)
  return page
}

const shown = (page: Page) => page.locator("#figure[aria-busy=false]").waitFor()
const summary = (page: Page, words: string) => page.locator("#summary", { hasText: words }).waitFor()
const alert = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words }).waitFor()
const press = async (page: Page, ...names: ReadonlyArray<string>) => {
  for (const name of names) await page.keyboard.press(name)
}

/** Puts functions into the page that read what its canvases show. */
const readCanvases = (page: Page) =>
  page.evaluate(() => {
    const picture = () => {
      const plot = document.getElementById("plot")!
      const { height, left, top, width } = plot.getBoundingClientRect()
      const whole = Object.assign(document.createElement("canvas"), { width, height })
      const context = whole.getContext("2d", { willReadFrequently: true })!
      for (const canvas of plot.querySelectorAll("canvas")) {
        const place = canvas.getBoundingClientRect()
        context.drawImage(canvas, place.left - left, place.top - top, place.width, place.height)
      }
      return context.getImageData(0, 0, width, height).data
    }
    const painted = (name: string) => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      const pixels = picture()
      let count = 0
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue) count++
      return count
    }
    const digest = () => picture().reduce((sum, value, at) => (sum * 31 + value * (at % 7)) | 0, 0)
    Object.assign(window, { canvases: { painted, digest } })
  })

/** Waits until the chart shows so many pixels of a colour of the theme. */
const assertPainted = async (page: Page, colour: string, pixels: number): Promise<void> => {
  await readCanvases(page)
  const handle = await page.waitForFunction(
    ([colour, pixels]) => {
      const { painted } = (window as unknown as { canvases: { painted: (name: string) => number } }).canvases
      const count = painted(colour)
      return count >= pixels ? count : undefined
    },
    [colour, pixels] as const,
  )
  assert.isAtLeast((await handle.jsonValue())!, pixels)
}

type Digest = { canvases: { digest: () => number } }
const digest = async (page: Page) => {
  await readCanvases(page)
  return page.evaluate(() => (window as unknown as Digest).canvases.digest())
}
/** Waits until the chart no longer looks as it did, or looks so again. */
const assertLooks = async (page: Page, like: boolean, before: number): Promise<void> => {
  const looks = await page.waitForFunction(
    ([like, before]) => ((window as unknown as Digest).canvases.digest() === before) === like,
    [like, before] as const,
  )
  assert.isTrue(await looks.jsonValue())
}

describe("the explorer", () => {
  test("opens with a year of AAPL's candles; the key leaves the address bar and is in no other", async ({
    openPage,
  }) => {
    const urls: Array<string> = []
    const page = await open(openPage, `#key=${key}`, { urls })
    await summary(page, "250 day bars, 2024-06-30 to 2025-06-30, New York time")
    await assertPainted(page, "--rise", 1_000)
    await assertPainted(page, "--fall", 1_000)
    assert.strictEqual(new URL(page.url()).hash, "")
    assert.strictEqual(await page.evaluate((name) => sessionStorage.getItem(name), keyName), key)
    const [bars] = urls.filter((url) => url.includes("/v2/aggs/"))
    assert.include((await page.locator(".curl pre").textContent())!, `curl '${bars}'`)
    assert.include((await page.locator(".curl pre").textContent())!, "$MARKET_DATA_API_KEY")
    assert.isEmpty(urls.filter((url) => new URL(url).search.includes(key)))
    assert.isTrue(await page.getByText("Prices and volumes are synthetic").isVisible())
    assert.isTrue(await page.getByRole("link", { name: "TradingView" }).isVisible())
  })

  test("finds a ticker by its name with the keyboard alone, and says so in the address", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await shown(page)
    await press(page, "/")
    await page.keyboard.type("micro")
    await page.getByRole("option", { name: "MSFT" }).waitFor()
    await press(page, "ArrowDown")
    const field = page.getByRole("combobox", { name: "Search" })
    const active = await field.getAttribute("aria-activedescendant")
    assert.strictEqual(await page.locator(`#${active}`).getAttribute("aria-selected"), "true")
    await press(page, "Enter")
    await page.getByRole("heading", { name: "MSFT" }).waitFor()
    await page.locator("#name", { hasText: "Microsoft Corporation" }).waitFor()
    assert.include(page.url(), "ticker=MSFT")
    await page.reload()
    await page.getByRole("heading", { name: "MSFT" }).waitFor()
    await summary(page, "250 day bars")
  })

  test("switches timespan, range and market, and draws the studies of currencies", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await summary(page, "day bars")
    await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: "Week" }).click()
    await summary(page, "week bars")
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "5D" }).click()
    await summary(page, "day bars")
    await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: "Hour" }).click()
    await summary(page, "hour bars, 2025-06-24 to 2025-06-30")
    assert.isTrue(await page.getByText("the service has them for forex and crypto").isVisible())
    await page.getByRole("button", { name: "Forex" }).click()
    await page.getByRole("heading", { name: "C:EURUSD" }).waitFor()
    for (const name of ["SMA 20", "RSI 14", "MACD"]) await page.getByLabel(name).check()
    await page.locator(".legend .macd").waitFor()
    await shown(page)
    await assertPainted(page, "--series-1", 100)
    await assertPainted(page, "--series-2", 100)
    await assertPainted(page, "--series-3", 100)
    assert.include(page.url(), "studies=sma%2Crsi%2Cmacd")
    await page.getByRole("combobox", { name: "Request" }).selectOption("forex.rsi")
    await page.locator("#requests", { hasText: "/v1/indicators/rsi/C:EURUSD" }).waitFor()
  })

  test("is moved with the keyboard", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await summary(page, "day bars")
    await assertPainted(page, "--rise", 1_000)
    const whole = await digest(page)
    await press(page, "ArrowLeft")
    await assertLooks(page, false, whole)
    const moved = await digest(page)
    await press(page, "+", "+")
    await assertLooks(page, false, moved)
    await press(page, "0")
    await assertLooks(page, true, whole)
  })

  test("says that a range has no trading", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await shown(page)
    await page.getByLabel("From").fill("2025-06-28")
    await page.getByLabel("To", { exact: true }).fill("2025-06-29")
    await page.getByRole("button", { name: "Show" }).click()
    await page.getByText("No trading in this range").waitFor()
    await page.getByText("AAPL has no bars from 2025-06-28 to 2025-06-29").waitFor()
    assert.strictEqual(await page.locator("#plot canvas").count(), 0)
  })

  test("asks for a key, says that one is wrong, and goes on with a good one", async ({ openPage }) => {
    const page = await open(openPage, "#market=crypto", { expected: failed })
    await page.getByLabel("Key").fill("wrong")
    await press(page, "Enter")
    await alert(page, "The key is not known")
    await page.getByLabel("Key").fill(key)
    await press(page, "Enter")
    await summary(page, "day bars")
    assert.strictEqual(await page.getByLabel("Key").count(), 1)
    assert.isFalse(await page.getByLabel("Key").isVisible())
    await page.getByRole("button", { name: "Change key" }).click()
    await page.getByLabel("Key").waitFor()
    assert.isNull(await page.evaluate((name) => sessionStorage.getItem(name), keyName))
  })

  test("says what a plan does not include, and that there is no connection", async ({ openPage }) => {
    const page = await open(openPage, `#key=${basicKey}&range=All`, { expected: failed })
    await alert(page, "Your plan does not include these data")
    await alert(page, "The plan basic holds 2 years of history")
    await page.route("**/v2/aggs/**", (route) => route.abort("connectionrefused"))
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "1Y" }).click()
    await alert(page, "No connection to the service")
  })

  test("shows tables that the service sorts and pages, and gives them as CSV", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}&endpoint=stocks.dividends&limit=10`)
    const first = () => page.locator("#rows tbody tr").first().textContent()
    await page.getByText("10 rows, page 1").waitFor()
    const ascending = await first()
    await page.getByRole("button", { name: "ex_dividend_date" }).click()
    await page.locator("th[aria-sort=ascending]", { hasText: "ex_dividend_date" }).waitFor()
    await page.getByRole("button", { name: "ex_dividend_date" }).click()
    await page.locator("th[aria-sort=descending]", { hasText: "ex_dividend_date" }).waitFor()
    await page.getByText("10 rows, page 1").waitFor()
    assert.include(page.url(), "sort=ex_dividend_date.desc")
    assert.notStrictEqual(await first(), ascending)
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByText("10 rows, page 2").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ])
    assert.strictEqual(download.suggestedFilename(), "stocks.dividends.csv")
    const lines = (await readFile(await download.path(), "utf8")).split("\r\n")
    assert.lengthOf(lines, 22) // A header, two pages, and the end of the last line.
    assert.include(lines[0]!, "ex_dividend_date")
    await page.getByRole("button", { name: "Previous" }).click()
    await page.getByText("10 rows, page 1").waitFor()
  })

  test("makes requests of any endpoint from its parameters, and says what is wrong with one", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}&endpoint=stocks.openClose`)
    await page.getByText("One answer").waitFor()
    await page.getByRole("link", { name: "ratios" }).click()
    await page.getByRole("combobox", { name: "Add a parameter" }).selectOption("ticker.any_of")
    await page.getByLabel("ticker any of", { exact: true }).fill("AAPL,MSFT")
    await press(page, "Enter")
    await page.getByText("2 rows", { exact: true }).waitFor()
    await page.getByRole("combobox", { name: "Add a parameter" }).selectOption("limit")
    await page.getByLabel("limit", { exact: true }).fill("many")
    await press(page, "Enter")
    await alert(page, "must be a whole number from 1")
    assert.strictEqual(await page.locator("#rows").isVisible(), false)
  })

  for (const { dark, width } of [
    { dark: false, width: 390 },
    { dark: true, width: 1600 },
  ])
    test(`is accessible and fits, ${dark ? "dark" : "light"}, ${width} px wide`, async ({ openPage }) => {
      const page = await open(openPage, "", { dark, width, height: 900 })
      await page.getByLabel("Key").waitFor()
      await assertAccessible(page)
      await page.goto(`/#key=${key}&market=forex&studies=sma,rsi`)
      await summary(page, "day bars")
      await assertAccessible(page)
      await assertFits(page)
      await page.goto("/#endpoint=stocks.dividends&limit=5")
      await page.getByText("5 rows, page 1").waitFor()
      await assertAccessible(page)
      await assertFits(page)
    })

  test("has a switch between light and dark that the chart follows", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await summary(page, "day bars")
    await assertPainted(page, "--rise", 1_000)
    await page.getByRole("button", { name: "Switch to the dark theme" }).click()
    await assertPainted(page, "--rise", 1_000)
    assert.strictEqual(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark")
    await page.getByRole("button", { name: "Switch to the light theme" }).click()
    await assertPainted(page, "--rise", 1_000)
  })
})
