/** The command as it is built (`node scripts/internal/build/build.mjs`), in a process of its own. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { run } from "./support.js"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

const candela = fileURLToPath(new URL("../../bin/candela.cjs", import.meta.url))

it.scopedLive("tells its version with 0, and refuses with 2", () =>
  Effect.gen(function* () {
    const ended = (...args: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const { ended, said } = yield* run(process.execPath, [candela, ...args])
        return { code: yield* ended, ...said }
      })
    assert.deepStrictEqual(yield* ended("--version"), { code: 0, out: `${version}\n`, err: "" })
    const refused = yield* ended("chrat", "--json-errors")
    assert.deepStrictEqual([refused.code, refused.out], [2, ""])
    assert.match(refused.err, /^\{"error":"UsageError","message":".*"\}\n$/)
  }),
)

it("requires what is outside of the bundle: a script with kept code has no import()", () => {
  const bundle = readFileSync(new URL("../../bundle/candela.cjs", import.meta.url), "utf8")
  assert.include(bundle, "@libsql/client")
  assert.notMatch(bundle, /\bimport\(/)
})
