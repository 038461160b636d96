import { assert, describe } from "@effect/vitest"
import type { Page, WebSocketRoute } from "playwright-core"
import { assertAccessible, assertFits, assertTouchable, keys, testOf } from "./support.js"

const [key, basicKey] = Object.keys(keys) as [string, string]

/** On a sandbox whose clock makes a minute of a second. */
const test = testOf({ live: { speed: 60 } })

const minutes = "&timespan=minute&range=1D"

const state = (page: Page, words: string | RegExp) => page.locator("#live-state", { hasText: words }).waitFor()

/** Waits until the chart shows a later candle, and the price of one. */
const grows = async (page: Page): Promise<void> => {
  const shown = () => page.locator("#legend p span").first().textContent()
  const before = await shown()
  await page.waitForFunction((before) => {
    const now = document.querySelector("#legend p span")?.textContent
    return now !== undefined && now !== before
  }, before)
  assert.isAbove(Date.parse((await shown())!), Date.parse(before!))
}

/** A promise, and what fulfils it. */
const later = () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  return { release: () => release(), released }
}

describe("a chart that follows", () => {
  test("is switched on and off with the keyboard, takes fitting bars, and has the key in no address", async ({
    openPage,
  }) => {
    const page = await openPage({ path: "about:blank" })
    const sockets: Array<string> = []
    page.on("websocket", (socket) => void sockets.push(socket.url()))
    await page.goto(`/#key=${key}&studies=sma`)
    const live = page.getByRole("switch", { name: "Live" })
    await live.focus()
    await page.keyboard.press("Space")
    await page.getByText("Live needs bars of minutes or hours: this is 1D.").waitFor()
    await state(page, /^Live$/)
    assert.strictEqual(await live.getAttribute("aria-checked"), "true")
    await page.getByText("Minute bars from 2025-06-30 on, New York time").waitFor()
    assert.isTrue(await page.getByText("Computed here, from the bars shown").isVisible())
    await grows(page)
    assert.include(page.url(), "live=true")
    assert.isNotEmpty(sockets)
    for (const url of [page.url(), ...sockets]) assert.notInclude(url, key)
    await page.getByRole("group", { name: "Bars" }).getByRole("button", { name: "Week" }).click()
    await page.getByText("Live is off: it needs bars of minutes or hours, in a range that ends now.").waitFor()
    assert.strictEqual(await live.getAttribute("aria-checked"), "false")
    assert.strictEqual(await page.locator("#live-state").textContent(), "")
  })

  test("says that the connection is lost while it is, and goes on", async ({ openPage }) => {
    const page = await openPage({ path: "about:blank" })
    const again = later()
    const opened: Array<WebSocketRoute> = []
    await page.routeWebSocket("**/stocks", async (socket) => {
      if (opened.push(socket) > 1) await again.released
      socket.connectToServer()
    })
    await page.goto(`/#key=${key}${minutes}&live=true`)
    await state(page, /^Live$/)
    await opened[0]!.close()
    await state(page, /^Reconnecting: the connection was lost$/)
    again.release()
    await state(page, /^Live$/)
    await grows(page)
  })

  test("says what the service says of a key whose plan has no live channel, and tries again", async ({ openPage }) => {
    // Its newest bars are eight hours old: those of other days are drawn.
    const page = await openPage({ path: `/#key=${basicKey}&timespan=5minute&range=5D&live=true` })
    await state(page, "Refused. The service says: ")
    await page.locator("#figure[aria-busy=false]").waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await state(page, "Refused. The service says: ")
    await page.getByRole("switch", { name: "Live" }).click()
    await page.locator("#live-state:empty").waitFor({ state: "attached" })
    assert.notInclude(page.url(), "live=true")
  })

  for (const dark of [false, true]) {
    test(`is accessible, and fits a phone, ${dark ? "dark" : "light"}`, async ({ openPage }) => {
      const page = await openPage({ path: `/#key=${key}${minutes}&live=true`, dark, width: 390 })
      await state(page, /^Live$/)
      await assertAccessible(page)
      await assertFits(page)
      await assertTouchable(page)
    })
  }
})
