/** Files of text that options name. */
import { FileSystem } from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as TextInput from "../../src/command/TextInput.js"

const read = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const file = yield* fs.makeTempFileScoped({ prefix: "candela-text-" })
    yield* fs.writeFile(file, bytes)
    return yield* Effect.either(TextInput.ofFile("--query-file", file))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

const problem = (bytes: Uint8Array) =>
  Effect.map(read(bytes), (found) => (found._tag === "Left" ? found.left.message : assert.fail("it was read")))

describe("a file of text", () => {
  it.effect("is read whole, wherever its bytes are cut, without a byte-order mark", () =>
    Effect.gen(function* () {
      const text = "é€".repeat(50_000)
      const found = yield* read(new TextEncoder().encode(`\uFEFF${text}`))
      assert.strictEqual(found._tag === "Right" && found.right, text)
    }),
  )

  it.effect("that is too long, or no text, is a usage error that names the option", () =>
    Effect.gen(function* () {
      assert.match(yield* problem(new Uint8Array(17 * 1024 * 1024)), /^--query-file .* has more than 16 MiB\.$/)
      assert.match(yield* problem(new Uint8Array([0x41, 0xff])), /^--query-file .* is no text in UTF-8\.$/)
      assert.match(yield* problem(new Uint8Array([0x41, 0xe2, 0x82])), /^--query-file .* is no text in UTF-8\.$/)
    }),
  )
})
