import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Stream } from "effect"
import { spawnSync } from "node:child_process"
import { hostname } from "node:os"
import * as Sink from "../../src/output/Sink.js"
import * as Temporary from "../../src/output/Temporary.js"
import * as TestTerminal from "../TestTerminal.js"

layer(NodeContext.layer)("temporary files", (it) => {
  it.scoped("of killed processes go with the next run that writes the same file, those of others stay", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const { pid: gone } = spawnSync(process.execPath, ["-e", ""])
      const put = (name: string) => Effect.as(fs.writeFileString(`${folder}/${name}`, "half"), name)
      const here = `.candela-bars.csv-${hostname()}`
      yield* Effect.all([put(`${here}-${gone}.part`), put(`${here}-${process.pid}.part`)])
      const kept = yield* Effect.all([
        put(`${here}-${process.ppid}.part`),
        put(`.candela-bars.csv-not-${hostname()}-${gone}.part`),
        put(`.candela-other.csv-${hostname()}-${gone}.part`),
        put(`${here}-${gone}.parts`),
        put(`${here}-x${gone}.part`),
        put("bars.csv.partial"),
      ])
      const { terminal } = TestTerminal.make({})
      const write = Sink.write({ file: `${folder}/bars.csv` }, Stream.make("a\n", "b\n"))
      yield* Effect.provide(write, TestTerminal.layer({}, terminal))
      assert.strictEqual(yield* fs.readFileString(`${folder}/bars.csv`), "a\nb\n")
      assert.deepStrictEqual((yield* fs.readDirectory(folder)).sort(), [...kept, "bars.csv"].sort())
    }),
  )

  it.scoped("stand beside the file behind a link, and have names that a file system takes", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.makeDirectory(`${folder}/far`)
      yield* fs.writeFileString(`${folder}/far/away.csv`, "")
      yield* fs.symlink(`${folder}/far/away.csv`, `${folder}/link.csv`)
      const { pid: gone } = spawnSync(process.execPath, ["-e", ""])
      const left = `${folder}/far/.candela-away.csv-${hostname()}-${gone}.part`
      yield* fs.writeFileString(left, "half")
      assert.strictEqual(
        yield* Temporary.make(`${folder}/link.csv`),
        `.candela-away.csv-${hostname()}-${process.pid}.part`,
      )
      assert.isFalse(yield* fs.exists(left))
      const long = `${folder}/${"b".repeat(250)}.csv`
      const { terminal } = TestTerminal.make({})
      const exit = yield* Effect.exit(
        Effect.provide(Sink.write({ file: long }, Stream.make("a\n")), TestTerminal.layer({}, terminal)),
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
    }),
  )
})
