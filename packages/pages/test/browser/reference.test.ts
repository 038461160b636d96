import { assert, describe } from "@effect/vitest"
import type { Page } from "playwright-core"
import { catalog, endpoints } from "../support.js"
import { assertAccessible, assertFits, assertTouchable, keyName, test } from "./support.js"

const links = (page: Page) => page.getByRole("navigation", { name: "Endpoints" }).getByRole("link")
const send = (page: Page) => page.getByRole("button", { name: "Send the request" }).click()
const body = (page: Page) => page.getByRole("region", { name: "The body of the response" })
const command = (page: Page) => page.getByRole("region", { name: "curl" })

/** The answer to a request that has been sent. */
const answer = async (page: Page) => {
  await body(page).waitFor()
  return {
    status: await page.locator(".status strong").textContent(),
    json: JSON.parse((await body(page).textContent())!) as { readonly [key: string]: unknown },
  }
}

/** What Chromium logs of a request that is refused. */
const refused = (status: number) => [
  new RegExp(`^Failed to load resource: the server responded with a status of ${status} `),
]

describe("the reference", () => {
  test("lists every endpoint of the catalogue, and shows each", async ({ openPage }) => {
    const page = await openPage({ path: "/reference" })
    await links(page).first().waitFor()
    const ids = endpoints.map(({ name }) => name)
    assert.strictEqual(await links(page).count(), ids.length)
    assert.isAbove(ids.length, 40)
    const shown = await page.evaluate(async (ids) => {
      const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ""
      const all = []
      for (const id of ids) {
        const changed = new Promise((resume) => addEventListener("hashchange", resume, { once: true }))
        location.hash = id
        await changed
        all.push({
          id: textOf(".address .label code"),
          path: textOf(".address > code"),
          command: textOf(".try .shell .code"),
          fields: document.querySelectorAll(".fields tbody tr").length,
        })
      }
      return all
    }, ids)
    for (const [index, { command, fields, id, path }] of shown.entries()) {
      assert.deepStrictEqual([id, path], [ids[index], endpoints[index]!.path])
      assert.isAbove(fields, 2, id)
      assert.notInclude(command, "{", `the path of ${id} has an example for each of its parameters`)
    }
    assert.strictEqual(shown.length, ids.length)
  })

  test("says of each parameter what it takes, and of each field what it is", async ({ openPage }) => {
    const page = await openPage({ path: "/reference#stocks.dividends" })
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name} `) })
    const limit = (await row("limit").textContent())!
    for (const part of ["query", "integer", "1 to 5000", "default 100"]) assert.include(limit, part)
    const type = (await row("distribution_type").textContent())!
    for (const part of ["recurring", "irregular", "distribution_type.any_of"]) assert.include(type, part)
    assert.include((await row("results\\[\\].cash_amount").textContent())!, "in currency")
    assert.isAbove(await page.locator("section:has(h3:text('Errors')) details").count(), 3)
    assert.notInclude((await page.locator("#content").textContent())!, "\\S", "a pattern of the document")
    await page.setViewportSize({ width: 1440, height: 900 })
    const [form, code] = [await page.locator("form.request").boundingBox(), await command(page).boundingBox()]
    assert.isAtLeast(code!.x, form!.x + form!.width, "the code stands beside the form")
    const domains = await page.getByRole("navigation", { name: "Endpoints" }).getByRole("heading").allTextContents()
    assert.deepStrictEqual(
      domains,
      catalog.services.map(({ className }) => className),
    )
  })

  test("makes the request that its form says, with the key of the tab in a header", async ({ openPage, sandbox }) => {
    const page = await openPage({ path: "/reference#stocks.dividends", key: "key" })
    const sent = page.waitForRequest(/\/stocks\/v1\/dividends/)
    await page.getByLabel("ticker", { exact: true }).fill("AAPL")
    await page.getByText("Filter: .gt .gte .lt .lte", { exact: true }).first().click()
    await page.getByLabel("ex_dividend_date.gte", { exact: true }).fill("2024-01-01")
    await page.getByLabel("limit", { exact: true }).fill("2")
    await page.getByLabel("limit", { exact: true }).press("Enter")
    const { json, status } = await answer(page)
    assert.strictEqual(status, "200 OK")
    const results = json["results"] as ReadonlyArray<{ readonly ticker: string; readonly ex_dividend_date: string }>
    assert.strictEqual(results.length, 2)
    for (const { ex_dividend_date, ticker } of results)
      assert.isTrue(ticker === "AAPL" && ex_dividend_date >= "2024-01-01")

    const request = await sent
    assert.strictEqual(
      request.url(),
      `${sandbox.baseUrl}/stocks/v1/dividends?ticker=AAPL&ex_dividend_date.gte=2024-01-01&limit=2`,
    )
    assert.strictEqual((await request.allHeaders())["authorization"], "Bearer key")
    assert.strictEqual(
      await command(page).textContent(),
      `curl '${request.url()}' \\\n  --header "Authorization: Bearer $MARKET_DATA_API_KEY"`,
    )

    assert.strictEqual(
      await page.getByRole("region", { name: "Command" }).textContent(),
      [
        "candela stocks dividends --ticker AAPL --ex_dividend_date.gte 2024-01-01 --limit 2 \\",
        `  --url ${sandbox.baseUrl}`,
      ].join("\n"),
    )

    const program = await page.getByRole("region", { name: "Effect program" }).textContent()
    assert.include(program!, `"ex_dividend_date.gte": "2024-01-01",\n    limit: 2,`)
    assert.isTrue(await page.getByRole("button", { name: "Copy: The body of the response" }).isVisible())
    assert.isAbove(await body(page).locator(".code-property").count(), 5)

    const next = page.waitForRequest(/cursor=/)
    await page.getByRole("button", { name: "Next page" }).click()
    assert.strictEqual((await (await next).allHeaders())["authorization"], "Bearer key")
    assert.strictEqual((await next).url().includes("key"), false)
  })

  test("keeps every digit of a time in nanoseconds", async ({ openPage }) => {
    const page = await openPage({ path: "/reference#forex.quotes", key: "key" })
    const response = page.waitForResponse(/\/v3\/quotes\//)
    await send(page)
    const text = await (await response).text()
    const [time] = /(?<="participant_timestamp":)\d{19}/.exec(text)!
    await body(page).waitFor()
    assert.include((await body(page).textContent())!, `"participant_timestamp": ${time}`)
  })

  test("takes a key from the address and from its form, shows it nowhere, and forgets it", async ({ openPage }) => {
    const page = await openPage({ path: "/reference#key=key" })
    const stored = () => page.evaluate((name) => sessionStorage.getItem(name), keyName)
    await page.getByRole("button", { name: "Change key" }).click()
    assert.notInclude(page.url(), "key")
    assert.strictEqual(await stored(), "key")
    await page.getByRole("button", { name: "Forget the key" }).click()
    assert.isNull(await stored())
    await page.getByRole("button", { name: "Enter a key" }).click()
    await page.getByLabel("Key", { exact: true }).fill("basic-key")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Change key" }).waitFor()
    assert.strictEqual(await stored(), "basic-key")
    assert.notInclude(await page.content(), "basic-key")
  })

  test("shows why a request is refused: no key, a wrong key", async ({ openPage }) => {
    for (const key of [undefined, "wrong"]) {
      const page = await openPage({
        path: "/reference#stocks.previousDayBar",
        expected: refused(401),
        ...(key === undefined ? {} : { key }),
      })
      await send(page)
      const { json, status } = await answer(page)
      assert.strictEqual(status, "401 Unauthorized")
      const why = key === undefined ? "The request needs a key." : "The key is not known."
      await page.getByRole("alert").filter({ hasText: why }).waitFor()
      assert.strictEqual(await page.getByLabel("Key", { exact: true }).inputValue(), key ?? "")
      assert.propertyVal(json, "error", key === undefined ? "API Key was not provided" : "Unknown API Key")
    }
  })

  test("is not sent again to a browser that has it", async ({ sandbox }) => {
    const page = `${sandbox.baseUrl}/reference`
    const { headers } = await fetch(page)
    const again = await fetch(page, { headers: { "if-none-match": headers.get("etag")! } })
    assert.strictEqual(again.status, 304)
  })

  test("shows what a plan forbids", async ({ openPage }) => {
    const page = await openPage({ path: "/reference#forex.conversion", key: "basic-key", expected: refused(403) })
    await send(page)
    const { json, status } = await answer(page)
    assert.strictEqual(status, "403 Forbidden")
    assert.propertyVal(json, "status", "NOT_AUTHORIZED")
  })

  test("is used with the keyboard alone", async ({ openPage }) => {
    const page = await openPage({ path: "/reference", key: "key" })
    await links(page).first().waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("bitcoin price history")
    assert.match((await page.locator("#index ul:not([hidden]) a").first().textContent())!, /^crypto\.bars/)
    await page.keyboard.press("Control+a")
    await page.keyboard.type("crypto/tickers/{ticker}")
    assert.match((await page.locator("#index ul:not([hidden]) a").first().textContent())!, /^crypto\.snapshot\//)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Send the request" }).waitFor()
    assert.strictEqual(await page.evaluate(() => document.activeElement?.tagName), "H2")
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("name")), "ticker")
    await page.keyboard.press("Enter")
    assert.nestedPropertyVal((await answer(page)).json, "ticker.ticker", "X:BTCUSD")
  })

  test("is accessible in dark and light, and never scrolls sideways", async ({ openPage }) => {
    for (const dark of [false, true]) {
      const page = await openPage({ path: "/reference", dark, key: "key" })
      await links(page).first().waitFor()
      await assertAccessible(page)
      await page.getByRole("link", { name: "previousDayBar" }).first().click()
      await send(page)
      await body(page).waitFor()
      await assertAccessible(page)
      await page.setViewportSize({ width: 360, height: 700 })
      await assertFits(page)
    }
  })

  test("is accessible on a narrow screen, whose list of endpoints unfolds", async ({ openPage }) => {
    const page = await openPage({ path: "/reference#stocks.dividendsV3", width: 360, height: 700 })
    await page.getByRole("button", { name: "Send the request" }).waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await assertTouchable(page)
    assert.isFalse(await links(page).first().isVisible())
    await page.locator("summary", { hasText: "Endpoints" }).click()
    await links(page).first().click()
    await page.waitForURL(/#stocks\.bars$/)
    assert.isFalse(await links(page).first().isVisible())
  })
})
