/** Changes of one manifest in a folder by several processes, whose operations on files are interleaved. */
import { SystemError } from "@effect/platform/Error"
import * as Path from "@effect/platform/Path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as Commit from "../../src/internal/store/commit/commit.js"
import * as Durable from "../../src/internal/store/commit/durable.js"
import * as Folder from "../../src/internal/store/commit/folder.js"
import * as Manifest from "../../src/internal/store/layout/manifest.js"
import * as Commits from "./commitLaws.js"
import { Machine } from "./memory.js"
import { take, until, worldOf } from "./turns.js"

const folder = "/store"
const file = `${folder}/${Manifest.fileName}`

describe("a file that the system refuses to write", () => {
  it("says that the disk is full where it is, and what to do", () => {
    const error = (description: string) =>
      Durable.failed(
        "write",
        "/store/a",
      )(
        new SystemError({
          reason: "Unknown",
          module: "FileSystem",
          method: "write",
          pathOrDescriptor: "/store/a",
          description,
        }),
      )
    assert.strictEqual(
      error("ENOSPC: no space left on device, write").message,
      "/store/a: could not be written (ENOSPC: no space left on device). The disk is full: free space on it, then sync again: what was written before stands.",
    )
    assert.strictEqual(
      error("EACCES: permission denied, open '/store/a'").message,
      "/store/a: could not be written (EACCES: permission denied). See that this process may write there, then sync again: what was written before stands.",
    )
  })
})

/** A machine with the folder, and a process on it that adds a period to the manifest. */
const start = Effect.map(Path.Path, (path) => {
  const machine = new Machine()
  machine.folders.add(folder)
  const world = worldOf(machine, 0)
  const manifest = () => {
    const content = machine.files.get(file)
    return content === undefined
      ? Commits.empty
      : Either.getOrThrow(Manifest.parse(new TextDecoder().decode(content.bytes)))
  }
  return {
    machine,
    periods: () => Object.keys(manifest().files),
    tickets: () => [...machine.files.keys()].filter((name) => name.endsWith(".part")),
    adding: (...periods: ReadonlyArray<string>) =>
      world.spawn((fs) => {
        const read = Effect.matchEffect(fs.readFileString(file), {
          onFailure: () => Effect.succeed({ manifest: Commits.empty, isOld: false }),
          onSuccess: (text) =>
            Effect.map(Effect.orDie(Manifest.parse(text)), (manifest) => ({ manifest, isOld: false })),
        })
        return Effect.forEach(periods, (period) =>
          Commit.commit({ fs, path, writers: "many" }, folder, read, Commits.adding(period)),
        )
      }),
  }
}).pipe(Effect.provide(Path.layer))

/** The same, where the manifest has the name of older stores. */
const startOld = Effect.map(Path.Path, (path) => {
  const machine = new Machine()
  machine.folders.add(folder)
  const old = `${folder}/${Manifest.oldName}`
  machine.files.set(old, { bytes: new TextEncoder().encode(Manifest.print(Commits.empty)), flushed: true })
  const world = worldOf(machine, 0)
  const parse = (text: string | undefined) => Either.getOrThrow(Manifest.parse(text!))
  return {
    machine,
    old,
    periods: () => {
      const content = machine.files.get(file) ?? machine.files.get(old)!
      return Object.keys(parse(new TextDecoder().decode(content.bytes)).files)
    },
    adding: (...periods: ReadonlyArray<string>) =>
      world.spawn((fs) =>
        Effect.forEach(periods, (period) =>
          Folder.make({ fs, path, root: "/", writers: "many" }).folder("store").commit(parse, Commits.adding(period)),
        ),
      ),
  }
}).pipe(Effect.provide(Path.layer))

describe("changes of a manifest with the old name", () => {
  Commits.laws(
    Effect.map(startOld, ({ machine, old, ...place }) => ({
      ...place,
      rest: () => (machine.files.has(old) ? [old] : []),
    })),
    { turns: 150, killed: 30 },
  )
})

describe("changes of a manifest", () => {
  Commits.laws(
    Effect.map(start, (place) => ({ ...place, rest: place.tickets })),
    { turns: 150, killed: 30 },
  )

  it.effect("are done again by a process that was stopped at any operation until another had made its own", () =>
    Effect.gen(function* () {
      for (let steps = 0; ; steps++) {
        const { adding, periods, tickets } = yield* start
        const [stopped, other] = yield* Effect.all([adding("2020"), adding("2021")])
        for (let step = 0; step < steps; step++) yield* stopped.step
        if (stopped.isOver()) break
        yield* take([other])
        assert.include(periods(), "2021")
        yield* take([stopped])
        assert.deepStrictEqual(periods().sort(), ["2020", "2021"], `stopped after ${steps} operations`)
        assert.deepStrictEqual(tickets(), [])
      }
    }),
  )

  it.effect("wait for another that is about to end, and not for one that is stopped", () =>
    Effect.gen(function* () {
      const { adding, machine, periods, tickets } = yield* start
      const [stopped, other] = yield* Effect.all([adding("2020"), adding("2021")])
      yield* until(stopped, () => tickets().length === 1)
      const [ticket] = tickets()
      const before = machine.now()
      yield* until(other, () => machine.now() >= before + Commit.patience)
      assert.deepStrictEqual([tickets(), periods()], [[ticket], []])
      yield* take([other])
      assert.deepStrictEqual([tickets(), periods()], [[], ["2021"]])
    }),
  )
})
