import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { gzipSync } from "node:zlib"
import * as Files from "../src/leaks/files.js"
import * as Needle from "../src/leaks/Needle.js"
import * as Witness from "../src/leaks/Witness.js"

const key = Needle.key("test")
const needle = Needle.make(key)

const part = fc.integer({ min: 0, max: key.length - 6 }).map((at) => key.slice(at, at + 6))

describe("a key", () => {
  it("differs by its seed, and is the same for the same", () => {
    assert.strictEqual(Needle.key("test"), key)
    assert.notStrictEqual(Needle.key("other"), key)
    assert.strictEqual(key.length, 40)
  })

  it.prop("is found by any part of six characters, and not by five", { part, text: fc.string() }, ({ part, text }) => {
    assert.isDefined(needle.find(`${text}${part}${text}`))
    assert.isUndefined(needle.find(part.slice(1)))
  })

  it("is found in other spellings", () => {
    for (const text of [
      encodeURIComponent(key),
      Buffer.from(key).toString("base64"),
      Buffer.from(key).toString("hex"),
    ]) {
      assert.isDefined(needle.find(text))
    }
  })

  it.effect("is found in logs and spans", () => {
    const witness = Witness.make()
    return Effect.gen(function* () {
      yield* Effect.logTrace(key).pipe(Effect.withSpan("sent", { attributes: { url: key } }), witness.watch)
      const found = (yield* witness.notes).filter(([, text]) => needle.find(text) !== undefined)
      assert.sameMembers([...new Set(found.map(([what]) => what))], ["a log entry", "the span sent"])
    })
  })

  it.scoped("is found in files, also where they are compressed", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.makeDirectory(`${folder}/cache`)
      yield* files.writeFile(`${folder}/cache/entry`, Buffer.concat([Buffer.from("digest"), gzipSync(`a ${key}`)]))
      yield* files.writeFileString(`${folder}/plain`, "nothing")
      const found = (yield* Files.texts(folder)).filter(([, text]) => needle.find(text) !== undefined)
      assert.deepStrictEqual(
        found.map(([path]) => path),
        ["cache/entry"],
      )
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})
