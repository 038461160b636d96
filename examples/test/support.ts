/** Runs what the guides show, in a folder of its own and against a sandbox. */
import { Sandbox } from "@candela/sandbox"
import { afterAll, assert, beforeAll, vi } from "@effect/vitest"
import { ManagedRuntime } from "effect"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "node:util"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The folder of the programs. */
export const guides = join(root, "examples/src/guides")

/** The data sets that all tests of the repository share. */
export const data = process.env["CANDELA_SANDBOX_DATA"]!

/**
 * Starts a sandbox that the environment names, and makes a new project the current folder, for the tests of a group.
 */
export const useSandbox = (options: Sandbox.ServerOptions = {}): void => {
  const keys = { sandbox: "business" } as const
  const runtime = ManagedRuntime.make(Sandbox.layerServer({ keys, grace: 0, ...options }))
  const before = process.cwd()
  const place = mkdtempSync(join(tmpdir(), "candela-guides-"))

  beforeAll(async () => {
    const { baseUrl } = await runtime.runPromise(Sandbox)
    vi.stubEnv("MARKET_DATA_URL", baseUrl)
    vi.stubEnv("MARKET_DATA_LIVE_URL", baseUrl.replace("http", "ws"))
    vi.stubEnv("MARKET_DATA_API_KEY", "sandbox")
    vi.stubEnv("PORT", "0")
    symlinkSync(join(root, "examples/node_modules"), join(place, "node_modules"))
    process.chdir(place)
  })

  afterAll(async () => {
    process.chdir(before)
    vi.unstubAllEnvs()
    await runtime.dispose()
    rmSync(place, { recursive: true, force: true })
  })
}

/** A block of a page that is a whole program. */
export interface Program {
  /** Its file in the repository. */
  readonly source: string
  /** Text of the block. */
  readonly content: string
}

/** A program of a page, below the comment that names its source. */
const block = /^<!-- (examples\/src\/guides\/\S+\.[jt]s) -->\n\n```\w+\n([^]*?)^```$/gm

/** The programs of the pages and of the READMEs: each once, although several may show it. */
export const programs = (): ReadonlyArray<Program> => {
  const readmes = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`)
  const pages = readdirSync(join(root, "docs")).filter((file) => file.endsWith(".md"))
  const found = ["README.md", ...readmes, ...pages.map((file) => `docs/${file}`)]
    .filter((page) => existsSync(join(root, page)))
    .flatMap((page) => Array.from(readFileSync(join(root, page), "utf8").matchAll(block)))
  return Array.from(new Map(found.map(([, source, content]) => [source!, content!])), ([source, content]) => ({
    source,
    content,
  }))
}

/** Runs a program by importing it, and gives what it printed. */
export const printed = async (file: string): Promise<string> => {
  const lines: Array<string> = []
  const spy = vi.spyOn(console, "log").mockImplementation((...values) => void lines.push(format(...values)))
  const progress = vi.spyOn(console, "error").mockImplementation(() => undefined)
  try {
    await import(file)
  } finally {
    progress.mockRestore()
    spy.mockRestore()
  }
  return `${lines.join("\n")}\n`
}

/**
 * Pastes a block into a file of the project, as a reader does, runs it, and compares what it prints
 * with the file beside its source.
 */
export const assertRuns = async ({ content, source }: Program): Promise<void> => {
  const file = join(process.cwd(), `${basename(dirname(source))}-${basename(source)}`)
  writeFileSync(file, content)
  assertPrinted(join(root, source.replace(/\.[jt]s$/, ".txt")), await printed(file))
}

/** Compares an output with the file beside its program. `UPDATE=true npx vitest run examples` writes these files. */
export const assertPrinted = (path: string, text: string): void => {
  if (process.env["UPDATE"] === "true") writeFileSync(path, text)
  assert.strictEqual(text, existsSync(path) ? readFileSync(path, "utf8") : "")
}
