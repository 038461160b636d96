import { assert, describe, it } from "@effect/vitest"
import { buffer } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { pack } from "tar-stream"
import { filesOf, stable } from "./stable.mjs"

/** A tarball as some packer writes it. */
const tarball = async (files, header = {}) => {
  const archive = pack()
  for (const [name, contents] of files) archive.entry({ name, ...header }, contents)
  archive.finalize()
  return gzipSync(await buffer(archive), { level: 1 })
}

const manifest = (dependencies) => JSON.stringify({ name: "x", version: "1.0.0", dependencies })

describe("a stable tarball", () => {
  it("has the same bytes, whatever the order, the times and the owners of its files", async () => {
    const one = await tarball([
      ["package/package.json", manifest({ a: "1", b: "2" })],
      ["package/dist/index.js", "export {}\n"],
    ])
    const other = await tarball(
      [
        ["package/dist/index.js", "export {}\n"],
        ["package/package.json", manifest({ b: "2", a: "1" })],
      ],
      { mtime: new Date(86_400_000), uid: 1000, uname: "someone", mode: 0o664 },
    )
    assert.notDeepEqual(one, other)
    assert.deepStrictEqual(await stable(one), await stable(other))
  })

  it("differs with the contents, and with what may be executed", async () => {
    const bytes = async (contents, mode) => stable(await tarball([["package/bin/x.js", contents]], { mode }))
    assert.notDeepEqual(await bytes("1", 0o644), await bytes("2", 0o644))
    assert.notDeepEqual(await bytes("1", 0o644), await bytes("1", 0o755))
  })

  it("has no marks of protections in compiled code, whose lines keep their numbers", async () => {
    const code = '    // protects: A law\n    // mutant: "a test": never\n    if (a)\n        b() // c\n'
    const files = await filesOf(
      await stable(
        await tarball([
          ["package/dist/x.js", code],
          ["package/src/x.ts", code],
        ]),
      ),
    )
    assert.deepStrictEqual(
      files.map(([, { contents }]) => contents.toString("utf8")),
      ["\n\n    if (a)\n        b() // c\n", code],
    )
  })

  it("keeps every byte of every file, also of long names", async () => {
    const long = `package/${"folder/".repeat(30)}é.bin`
    const contents = Buffer.from([0, 255, 10, 13])
    const [[name, file]] = await filesOf(await stable(await tarball([[long, contents]])))
    assert.strictEqual(name, long)
    assert.deepStrictEqual(file.contents, contents)
  })
})
