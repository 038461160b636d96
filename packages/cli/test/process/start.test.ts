/** The start of the command with kept compiled code, with small bundles in its place. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { build } from "esbuild"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { run } from "./support.js"

const cli = fileURLToPath(new URL("../..", import.meta.url))

/** Bundles of equal length, which V8 takes for the same: the kept code of one runs in place of the other. */
const bundles = {
  one: `console.log("one")`,
  two: `console.log("two")`,
  refused: `process.exitCode = 2`,
  // Puts a link where the process will write.
  linked: `require("fs").symlinkSync(process.env.TARGET, process.env.LINK + "." + process.pid); console.log("linked")`,
}

const prepared = Effect.acquireRelease(
  Effect.promise(async () => {
    const cache = join(cli, "node_modules/.cache")
    fs.mkdirSync(cache, { recursive: true })
    const folder = fs.mkdtempSync(join(cache, "start-"))
    await build({
      entryPoints: [join(cli, "src/command/start.ts")],
      outfile: join(folder, "start.cjs"),
      bundle: true,
      platform: "node",
      format: "cjs",
      alias: { "@candela/sandbox/internal/DatasetDirectory": join(cli, "../sandbox/src/internal/DatasetDirectory.ts") },
    })
    for (const [name, source] of Object.entries(bundles)) fs.writeFileSync(join(folder, `${name}.cjs`), source)
    return folder
  }),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
)

const inFolder = Effect.map(prepared, (folder) => ({
  file: (name: string) => join(folder, "candela/compiled", name),
  /** Runs a bundle with a command's words, and gives what it says. */
  said: (bundle: keyof typeof bundles, words: ReadonlyArray<string>, env: Record<string, string> = {}) =>
    Effect.gen(function* () {
      const main = `require(${JSON.stringify(join(folder, "start.cjs"))}).start(${JSON.stringify(join(folder, `${bundle}.cjs`))})`
      const { ended, said } = yield* run(process.execPath, ["-e", main, "--", "-", ...words], {
        XDG_CACHE_HOME: folder,
        ...env,
      })
      yield* ended
      assert.strictEqual(said.err, "")
      return said.out.trim()
    }),
}))

const isPosix = process.platform !== "darwin" && process.platform !== "win32"

it.scopedLive.runIf(isPosix)("runs kept code, but none that another user can write", () =>
  Effect.gen(function* () {
    const { file, said } = yield* inFolder
    assert.strictEqual(yield* said("one", ["stocks"]), "one")
    const kept = fs.readFileSync(file("stocks"))
    assert.strictEqual(fs.statSync(file("stocks")).mode & 0o777, 0o600)
    assert.strictEqual(yield* said("one", ["stocks"]), "one")
    assert.isTrue(fs.readFileSync(file("stocks")).equals(kept), "written once")
    // The code of the first bundle, with the digest of the second: what is said tells whether it was run.
    const forged = createHash("sha1").update(bundles.two).update(process.arch).update(kept.subarray(20)).digest()
    fs.writeFileSync(file("stocks"), Buffer.concat([forged, kept.subarray(20)]), { mode: 0o600 })
    assert.strictEqual(yield* said("two", ["stocks"]), "one")
    assert.strictEqual(yield* said("two", ["stocks"], { NODE_DISABLE_COMPILE_CACHE: "1" }), "two")
    fs.chmodSync(file("stocks"), 0o620)
    assert.strictEqual(yield* said("two", ["stocks"]), "two")
  }),
)

it.scopedLive.runIf(isPosix)("runs no kept code that is damaged, or of another bundle, and replaces it", () =>
  Effect.gen(function* () {
    const { file, said } = yield* inFolder
    assert.strictEqual(yield* said("one", ["stocks", "--sandbox"]), "one")
    assert.deepStrictEqual(fs.readdirSync(join(file("."))), ["stocks-sandbox"])
    const first = fs.readFileSync(file("stocks-sandbox"))
    assert.strictEqual(yield* said("two", ["stocks", "--sandbox"]), "two")
    const second = fs.readFileSync(file("stocks-sandbox"))
    assert.isFalse(second.equals(first))
    for (const damaged of [
      Buffer.alloc(0),
      second.subarray(0, 20),
      second.map((byte, at) => (at < 99 ? byte : ~byte)),
    ]) {
      fs.writeFileSync(file("stocks-sandbox"), damaged)
      assert.strictEqual(yield* said("two", ["stocks", "--sandbox"]), "two")
      assert.isAbove(fs.statSync(file("stocks-sandbox")).size, 100)
    }
  }),
)

it.scopedLive.runIf(isPosix)("keeps nothing of what is no command", () =>
  Effect.gen(function* () {
    const { file, said } = yield* inFolder
    assert.strictEqual(yield* said("refused", ["stokcs"]), "")
    assert.isFalse(fs.existsSync(file(".")))
    assert.strictEqual(yield* said("one", ["../../stocks"]), "one")
    assert.deepStrictEqual(fs.readdirSync(file(".")), ["other"])
  }),
)

it.scopedLive.runIf(isPosix)("runs without a folder to keep code in, and nothing is written through a link", () =>
  Effect.gen(function* () {
    const { file, said } = yield* inFolder
    // A path below what is no folder can be neither made nor removed.
    assert.strictEqual(yield* said("one", ["stocks"], { XDG_CACHE_HOME: process.execPath }), "one")
    assert.strictEqual(yield* said("one", ["stocks"], { XDG_CACHE_HOME: "/dev/null" }), "one")
    fs.mkdirSync(file("."), { recursive: true })
    const target = file("target")
    fs.writeFileSync(target, "before")
    assert.strictEqual(yield* said("linked", ["stocks"], { TARGET: target, LINK: file("stocks") }), "linked")
    assert.strictEqual(fs.readFileSync(target, "utf8"), "before")
  }),
)
