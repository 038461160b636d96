/** Every program of the guides runs against a sandbox, and prints what is written beside it. */
import { Sandbox } from "@candela/sandbox"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../src/guides", import.meta.url))
const data = fileURLToPath(new URL("../../node_modules/.cache/candela/data", import.meta.url))
const programs = readdirSync(folder).filter((file) => file.endsWith(".ts"))

describe("the programs of the guides", () => {
  const runtime = ManagedRuntime.make(Sandbox.layerServer({ directory: data, keys: { sandbox: "business" }, grace: 0 }))
  const before = process.cwd()
  const place = mkdtempSync(join(tmpdir(), "candela-guides-"))

  beforeAll(async () => {
    const { baseUrl } = await runtime.runPromise(Sandbox)
    vi.stubEnv("MARKET_DATA_URL", baseUrl)
    vi.stubEnv("MARKET_DATA_API_KEY", "sandbox")
    // What they write stays out of the repository.
    process.chdir(place)
  })

  afterAll(async () => {
    process.chdir(before)
    vi.unstubAllEnvs()
    await runtime.dispose()
    rmSync(place, { recursive: true, force: true })
  })

  it.each(programs)("%s prints its expected output", async (file) => {
    const printed: Array<string> = []
    const spy = vi.spyOn(console, "log").mockImplementation((...values) => void printed.push(values.join(" ")))
    try {
      await import(join(folder, file))
    } finally {
      spy.mockRestore()
    }
    const path = join(folder, file.replace(/\.ts$/, ".txt"))
    const text = `${printed.join("\n")}\n`
    // `UPDATE=true npx vitest run examples/test/guides.test.ts` accepts what is printed.
    if (process.env["UPDATE"] === "true") writeFileSync(path, text)
    assert.strictEqual(text, existsSync(path) ? readFileSync(path, "utf8") : "")
  })
})
