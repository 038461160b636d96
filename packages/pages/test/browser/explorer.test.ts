import { assert, describe } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import {
  assertAccessible,
  assertFits,
  assertTouchable,
  keyName,
  keys,
  test,
  type Fixtures,
  type OpenOptions,
} from "./support.js"

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
    /** Where the candles begin and end, as parts of the chart's width. */
    const edges = () => {
      const { width } = document.getElementById("plot")!.getBoundingClientRect()
      const colours = ["--rise", "--fall"].map((name) => {
        const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
        return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join()
      })
      const pixels = picture()
      const heights = new Map<number, number>()
      for (let at = 0; at < pixels.length; at += 4) {
        const column = (at / 4) % Math.floor(width)
        if (colours.includes(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`))
          heights.set(column, (heights.get(column) ?? 0) + 1)
      }
      // The line of the newest price has the colour too, and its label on the axis.
      const columns = [...heights].flatMap(([column, height]) => (height > 3 && column < width - 90 ? [column] : []))
      return [Math.min(...columns) / width, Math.max(...columns) / width]
    }
    const digest = () => picture().reduce((sum, value, at) => (sum * 31 + value * (at % 7)) | 0, 0)
    Object.assign(window, { canvases: { painted, digest, edges } })
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
    assert.isTrue(await page.locator("#live").isHidden(), "a clock that stands has nothing to follow")
    assert.strictEqual(new URL(page.url()).hash, "")
    assert.strictEqual(await page.evaluate((name) => sessionStorage.getItem(name), keyName), key)
    const [bars] = urls.filter((url) => url.includes("/v2/aggs/"))
    assert.include((await page.getByRole("region", { name: "curl" }).textContent())!, `curl '${bars}'`)
    assert.include((await page.getByRole("region", { name: "curl" }).textContent())!, "$MARKET_DATA_API_KEY")
    const command = (await page.getByRole("region", { name: "Command" }).textContent())!
    assert.include(command, "candela stocks bars AAPL --timespan 1d --from 2024-06-30 --to 2025-06-30")
    assert.isEmpty(urls.filter((url) => new URL(url).search.includes(key)))
    assert.isTrue(await page.getByText("Prices and volumes are synthetic").isVisible())
    assert.isTrue(await page.getByRole("link", { name: "TradingView" }).isVisible())
    await press(page, "Tab")
    await page.getByRole("link", { name: "Skip to the content" }).press("Enter")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "main")
    assert.strictEqual(new URL(page.url()).hash, "")
  })

  test("finds a ticker by its name with the keyboard alone, and says so in the address", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await shown(page)
    await press(page, "/")
    await page.keyboard.type("microsoft")
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
    await press(page, "/")
    await page.keyboard.type("btcusd")
    await press(page, "Enter") // Before anything is offered.
    await page.getByRole("heading", { name: "X:BTCUSD" }).waitFor()
    assert.include(page.url(), "market=crypto")
    await press(page, "/")
    await page.keyboard.type("NOWHERE")
    await press(page, "Enter")
    await alert(page, "Unknown ticker NOWHERE")
  })

  test("keeps the option that the arrow keys went to when the offer for a longer text comes late", async ({
    openPage,
  }) => {
    const page = await open(openPage, `#key=${key}`)
    await shown(page)
    await press(page, "/")
    await page.keyboard.type("mic")
    const devices = page.getByRole("option", { name: "AMD Advanced Micro Devices" })
    const dynamics = page.getByRole("option", { name: "GD General Dynamics" })
    await devices.waitFor()
    await dynamics.waitFor()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route("**/v3/reference/tickers?*search=*", async (route) => {
      await isReleased
      await route.continue()
    })
    await page.keyboard.type("ro")
    while ((await devices.getAttribute("aria-selected")) !== "true") await press(page, "ArrowDown")
    release()
    await dynamics.waitFor({ state: "detached" })
    assert.strictEqual(await devices.getAttribute("aria-selected"), "true")
    assert.notStrictEqual(await page.locator("#found [role=option]").first().textContent(), await devices.textContent())
    await press(page, "Enter")
    await page.getByRole("heading", { name: "AMD" }).waitFor()
  })

  test("switches timespan, range and market, and draws the studies of currencies", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`)
    await summary(page, "day bars")
    await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: "Week" }).click()
    await summary(page, "week bars")
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "5D" }).click()
    await summary(page, "5-minute bars")
    await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: "Hour", exact: true }).click()
    await summary(page, "hour bars, 2025-06-24 to 2025-06-30")
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

  test("measures a range by days, whatever its bars are, and says when it takes bars of another size", async ({
    openPage,
  }) => {
    const page = await open(openPage, `#key=${key}`)
    await summary(page, "day bars")
    const last = () => page.locator("#last").textContent()
    const ofDays = (await last())!
    assert.match(ofDays, /^\d+\.\d\d [+−]\d.*%\) 1Y$/)
    for (const size of ["Week", "Month"]) {
      await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: size }).click()
      await summary(page, `${size.toLowerCase()} bars`)
      assert.strictEqual(await last(), ofDays, size)
    }
    assert.strictEqual(await page.locator("#adjusted").textContent(), "")
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "1D" }).click()
    await summary(page, " minute bars, 2025-06-30")
    await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: "Week" }).click()
    await page.getByText("1D cannot be shown with week bars: this is 1Y.").waitFor()
    for (const [range, bars] of [
      ["YTD", "day bars, 2025-01-01"],
      ["1M", "30-minute bars, 2025-05-30"],
      ["3M", "hour bars, 2025-03-30"],
    ] as const) {
      await page.getByRole("group", { name: "Range" }).getByRole("button", { name: range }).click()
      await summary(page, bars)
    }
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "All" }).click()
    await summary(page, "day bars, 20") // The data begin later than the endpoint's first date.
    assert.notInclude(await page.locator("#summary").textContent(), "2003-09-10")
    const [legend, plot] = [await page.locator("#legend").boundingBox(), await page.locator("#plot").boundingBox()]
    assert.isAtMost(legend!.y + legend!.height, plot!.y, "the legend lies over the candles")
  })

  test("shows the same candles with a study as without, and a few over the whole width", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}&range=5D`)
    await summary(page, "5 day bars")
    await readCanvases(page)
    const edges = () =>
      page.evaluate(() => (window as unknown as { canvases: { edges: () => [number, number] } }).canvases.edges())
    const [left, right] = await edges()
    assert.isBelow(left, 0.1, "the left part of the chart is empty")
    assert.isAbove(right, 0.8, "the right part of the chart is empty")
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "1Y" }).click()
    await summary(page, "250 day bars")
    const without = await edges()
    // Studies of stocks are those of the service; of futures, which it has none of, they are computed here.
    assert.isFalse(await page.getByText("Computed here, from the bars shown").isVisible())
    await page.getByLabel("RSI 14").check()
    await page.locator(".legend .rsi").waitFor()
    await summary(page, "250 day bars")
    await assertPainted(page, "--series-2", 100)
    for (const [at, edge] of (await edges()).entries()) assert.closeTo(edge, without[at]!, 0.01)
  })

  test("measures the change of bars that begin later than their range from the first of them", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}&ticker=NVDA&timespan=hour&range=6M`)
    await summary(page, "Bars of this size begin on 2025-0")
    const text = (await page.locator("#last").textContent())!
    const [, last, change, percent, since] = /^([\d.]+) ([+−][\d.]+) \(([+−][\d.]+)%\) since (\S+)$/.exec(text)!
    assert.include(await page.locator("#summary").textContent(), `begin on ${since}`)
    const [moved, ratio] = [change!, percent!].map((number) => Number(number.replace("−", "-"))) as [number, number]
    assert.closeTo((100 * moved) / (Number(last) - moved), ratio, 0.02)
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
    const field = page.getByLabel("Key", { exact: true })
    const stored = () => page.evaluate((name) => sessionStorage.getItem(name), keyName)
    await page.getByRole("button", { name: "Use the default key" }).click()
    await alert(page, "The key is not known") // The sandbox of the tests has other keys.
    assert.strictEqual(await field.inputValue(), "sandbox")
    await field.fill("wrong")
    const refused = page.waitForResponse((response) => response.status() === 401)
    await press(page, "Enter")
    await refused
    await alert(page, "The key is not known")
    assert.strictEqual(await field.inputValue(), "wrong")
    assert.isFalse(await page.getByRole("button", { name: "Cancel" }).isVisible())
    await field.fill(key)
    await press(page, "Enter")
    await summary(page, "day bars")
    assert.isFalse(await field.isVisible())
    await page.getByRole("button", { name: "Change key" }).click()
    await field.waitFor()
    assert.strictEqual(await field.inputValue(), "")
    await page.getByRole("button", { name: "Cancel" }).click()
    assert.isFalse(await field.isVisible())
    assert.strictEqual(await stored(), key)
    assert.isTrue(await page.locator("#plot canvas").first().isVisible())
  })

  test("says what a plan does not include, and that there is no connection", async ({ openPage }) => {
    const page = await open(openPage, `#key=${basicKey}&range=All`, { expected: failed })
    await alert(page, "Your plan does not include these data")
    await alert(page, "The plan basic holds 2 years of history")
    await page.route("**/v2/aggs/**", (route) => route.abort("connectionrefused"))
    await page.getByRole("group", { name: "Range" }).getByRole("button", { name: "1Y" }).click()
    await alert(page, "No connection to the service")
    await page.unroute("**/v2/aggs/**")
    await page.getByRole("button", { name: "Try again" }).click()
    await summary(page, "day bars")
  })

  test("shows the chosen size of bars in a narrow window, too", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}`, { width: 390 })
    await shown(page)
    for (const name of ["Day", "Year", "Minute"]) {
      if (name !== "Day") await page.getByRole("button", { name, exact: true }).click()
      const chosen = page.locator("#timespans [aria-pressed=true]", { hasText: name })
      await chosen.waitFor()
      const [row, button] = await Promise.all([page.locator("#timespans").boundingBox(), chosen.boundingBox()])
      assert.isAtLeast(button!.x, row!.x, name)
      assert.isAtMost(button!.x + button!.width, row!.x + row!.width, name)
    }
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
    assert.include(lines[0]!, "ex_dividend_date")
    assert.match(lines[0]!, /^ticker,.*,id$/)
    await page.getByText(`${(lines.length - 2).toLocaleString("en-US")} rows saved`).waitFor()
    assert.isAbove(lines.length, 100, "all rows, and not those that were seen alone")
    await page.getByRole("button", { name: "Previous" }).click()
    await page.getByText("10 rows, page 1").waitFor()

    await page.route("**/v3/snapshot?*cursor=*", () => {}) // The second page never comes.
    await page.getByRole("link", { name: "list", exact: true }).click()
    await page.getByText("10 rows, page 1").waitFor()
    await page.getByRole("button", { name: "Download CSV" }).click()
    await page.getByText("250 rows so far").waitFor()
    await page.getByRole("button", { name: "Stop" }).click()
    await page.getByText("Stopped, nothing is saved").waitFor()
  })

  test("makes requests of any endpoint from its parameters, and says what is wrong with one", async ({ openPage }) => {
    const page = await open(openPage, `#key=${key}&endpoint=stocks.openClose`)
    await page.getByText("One answer").waitFor()
    await page.getByRole("link", { name: "ratios" }).click()
    await page.getByText("More filters").click()
    await page.getByLabel("ticker any of", { exact: true }).fill("AAPL,MSFT")
    await press(page, "Enter")
    await page.getByText("2 rows", { exact: true }).waitFor()
    await page.getByText("More filters").click()
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
      await page.getByLabel("Key", { exact: true }).waitFor()
      await assertAccessible(page)
      await page.goto(`/#key=${key}&market=forex&studies=sma,rsi`)
      await summary(page, "day bars")
      await assertAccessible(page)
      await assertFits(page)
      await page.goto("/#endpoint=stocks.dividends&limit=5")
      await page.getByText("5 rows, page 1").waitFor()
      await assertAccessible(page)
      await assertFits(page)
      if (width > 560) return
      await assertTouchable(page)
      const [ticker, date] = await page.locator("#rows tbody tr").first().locator("td, th").all()
      await page.locator("#rows").evaluate((rows) => rows.scrollTo(400, 0))
      assert.isAtLeast((await ticker!.boundingBox())!.x, 0, "the first column stays")
      await page.locator("#rows").evaluate((rows) => rows.scrollTo(0, 0))
      const { width: wide, x } = (await date!.boundingBox())!
      assert.isAtMost(x + wide, width, "a narrow window shows two columns")
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
