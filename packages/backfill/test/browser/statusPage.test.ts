import { Database, StatusPage } from "@candela/backfill"
import { assert } from "@effect/vitest"
import { Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assertAccessible, assertFits, assertTouchable, test } from "../../../pages/test/browser/support.js"
import * as Plans from "../statusPage/plans.js"

test("the status page of a backfill is legible in any window, and follows what happens", async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "candela-status-"))
  const runtime = ManagedRuntime.make(
    StatusPage.layer().pipe(Layer.provideMerge(Database.sqlite(join(folder, "backfill.db")))),
  )
  try {
    const { url } = await runtime.runPromise(StatusPage)
    await runtime.runPromise(Plans.write)
    for (const [width, colorScheme] of [
      [1440, "dark"],
      [768, "light"],
      [390, "dark"],
      [390, "light"],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      const faults: Array<string> = []
      page.on("console", (message) => faults.push(message.text()))
      page.on("pageerror", (error) => faults.push(String(error)))
      page.on("request", (request) => request.url().startsWith(`${url}/`) || faults.push(request.url()))
      await page.goto(url)
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).innerText(), `Plan ${Plans.plan}`)
      assert.include(await page.locator('[data-part="failures"]').innerText(), Plans.hostile)
      await assertFits(page)
      await assertAccessible(page)
      if (width === 390) await assertTouchable(page)
      const shots = process.env["CANDELA_SCREENSHOTS"]
      if (shots !== undefined)
        await page.screenshot({ path: join(shots, `${width}-${colorScheme}.png`), fullPage: true })
      assert.deepStrictEqual(faults, [])
      await context.close()
    }

    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/?plan=${Plans.plan}`)
    assert.include(await page.title(), "45%")
    const region = page.getByRole("region", { name: "Runners" })
    await region.focus()
    await runtime.runPromise(Plans.end)
    await page.getByText("No job has failed").waitFor()
    assert.include(await page.title(), "100%")
    // The parts change, the page does not: the reader stays where she was.
    assert.strictEqual(await page.evaluate(() => performance.getEntriesByType("navigation").length), 1)
    await runtime.dispose()
    await page.getByText("The coordinator does not respond").waitFor()
    await context.close()
  } finally {
    await runtime.dispose()
    rmSync(folder, { recursive: true })
  }
})
