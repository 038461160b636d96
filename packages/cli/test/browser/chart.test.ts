import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assertAccessible, assertFits, test } from "../../../pages/test/browser/support.js"
import { page as pageOf } from "../../src/chart/Page.js"
import { chartOf, walk } from "../chart/charts.js"

test("the page of a chart works from a file: drawn, legible, without requests, in light and dark", async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "candela-chart-"))
  const file = join(folder, "chart.html")
  try {
    writeFileSync(file, await Effect.runPromise(pageOf(chartOf(walk(250), { isSynthetic: true }))))
    const url = pathToFileURL(file).href
    for (const [width, colorScheme] of [
      [1440, "dark"],
      [768, "light"],
      [390, "dark"],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      const page = await context.newPage()
      const faults: Array<string> = []
      page.on("console", (message) => faults.push(message.text()))
      page.on("pageerror", (error) => faults.push(String(error)))
      page.on("request", (request) => request.url() !== url && faults.push(request.url()))
      await page.goto(url)
      await page.locator("#plot canvas").first().waitFor()
      assert.match(await page.locator("#legend").innerText(), /Dec 13, 2024\s+O [\d.]+\s+H/)
      await page.locator("#plot").hover({ position: { x: 120, y: 200 } })
      await page.waitForFunction(() => !document.getElementById("legend")!.textContent.includes("Dec 13, 2024"))
      await page.locator("summary").click()
      assert.strictEqual(await page.locator("tbody tr").count(), 250)
      await page.emulateMedia({ colorScheme: colorScheme === "dark" ? "light" : "dark" })
      await assertFits(page)
      await assertAccessible(page)
      assert.deepStrictEqual(faults, [])
      await context.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
