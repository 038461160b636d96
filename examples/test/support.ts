/** Runs what the guides show, in a folder of its own and against a sandbox. */
import { Sandbox } from "@candela/sandbox"
import { afterAll, assert, beforeAll, vi } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "node:util"

/** The folder of the programs. */
export const guides = fileURLToPath(new URL("../src/guides", import.meta.url))

/** The data sets that all tests of the repository share. */
export const data = process.env["CANDELA_SANDBOX_DATA"]!

/** Starts a sandbox that the environment names, and makes a new folder the current one, for the tests of a group. */
export const useSandbox = (): void => {
  const keys = { sandbox: "business" } as const
  const runtime = ManagedRuntime.make(Sandbox.layerServer({ keys, grace: 0 }))
  const before = process.cwd()
  const place = mkdtempSync(join(tmpdir(), "candela-guides-"))

  beforeAll(async () => {
    const { baseUrl } = await runtime.runPromise(Sandbox)
    vi.stubEnv("MARKET_DATA_URL", baseUrl)
    vi.stubEnv("MARKET_DATA_API_KEY", "sandbox")
    process.chdir(place)
  })

  afterAll(async () => {
    process.chdir(before)
    vi.unstubAllEnvs()
    await runtime.dispose()
    rmSync(place, { recursive: true, force: true })
  })
}

/** Runs a program by importing it, and gives what it printed. */
export const printed = async (file: string): Promise<string> => {
  const lines: Array<string> = []
  const spy = vi.spyOn(console, "log").mockImplementation((...values) => void lines.push(format(...values)))
  try {
    await import(file)
  } finally {
    spy.mockRestore()
  }
  return `${lines.join("\n")}\n`
}

/** Compares an output with the file beside its program. `UPDATE=true npx vitest run examples` writes these files. */
export const assertPrinted = (path: string, text: string): void => {
  if (process.env["UPDATE"] === "true") writeFileSync(path, text)
  assert.strictEqual(text, existsSync(path) ? readFileSync(path, "utf8") : "")
}
