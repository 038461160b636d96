/** Changes of one manifest by several processes, whose operations on files are interleaved. */
import * as Path from "@effect/platform/Path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc } from "effect"
import * as Commit from "../../src/internal/store/commit.js"
import * as Manifest from "../../src/internal/store/manifest.js"
import { Machine } from "./memory.js"
import { take, until, worldOf } from "./turns.js"
import { runs } from "../../../core/test/support/seeded.js"

const empty: Manifest.Manifest = { version: 1, dataset: "bars", market: "crypto", intervals: [], files: {} }

const entryOf = (period: string): Manifest.Entry => ({
  file: `${period}.jsonl`,
  rows: 1,
  bytes: 1,
  sha256: "0".repeat(64),
  first: 0,
  last: 0,
  knownAt: "2024-06-03",
})

const folder = "/store"
const file = `${folder}/${Manifest.fileName}`

/** A machine with the folder, and a process on it that adds a period to the manifest. */
const start = Effect.map(Path.Path, (path) => {
  const machine = new Machine()
  machine.folders.add(folder)
  const world = worldOf(machine, 0)
  const manifest = () => {
    const content = machine.files.get(file)
    return content === undefined ? empty : Either.getOrThrow(Manifest.parse(new TextDecoder().decode(content.bytes)))
  }
  return {
    machine,
    periods: () => Object.keys(manifest().files),
    tickets: () => [...machine.files.keys()].filter((name) => name.endsWith(".part")),
    adding: (...periods: ReadonlyArray<string>) =>
      world.spawn((fs) => {
        const read = Effect.matchEffect(fs.readFileString(file), {
          onFailure: () => Effect.succeed(empty),
          onSuccess: (text) => Effect.orDie(Manifest.parse(text)),
        })
        return Effect.forEach(periods, (period) =>
          Commit.commit({ fs, path, writers: "many" }, folder, read, (manifest) =>
            Manifest.withFile(manifest, period, entryOf(period)),
          ),
        )
      }),
  }
})

const turns = fc.array(fc.nat({ max: 2 }), { maxLength: 150 })

describe("changes of a manifest", () => {
  it.effect.prop(
    "by three processes are all there, whenever each of them is stopped and goes on",
    { turns },
    ({ turns }) =>
      Effect.gen(function* () {
        const { adding, periods, tickets } = yield* start
        const processes = yield* Effect.all([adding("2020", "2021"), adding("2022", "2023"), adding("2024", "2025")])
        yield* take(processes, turns)
        assert.deepStrictEqual(periods().sort(), ["2020", "2021", "2022", "2023", "2024", "2025"])
        assert.deepStrictEqual(tickets(), [])
      }).pipe(Effect.provide(Path.layer)),
    { fastCheck: { numRuns: runs(150) } },
  )

  it.effect.prop(
    "are there but for those of a process that is killed at any of its operations, and hold the others up once",
    { turns, killed: fc.nat({ max: 30 }) },
    ({ killed, turns }) =>
      Effect.gen(function* () {
        const { adding, periods } = yield* start
        const victim = yield* adding("2020", "2021")
        const others = yield* Effect.all([adding("2022", "2023"), adding("2024", "2025")])
        let left = killed
        for (const turn of turns) {
          if (turn < 2) yield* others[turn]!.step
          else if (left-- > 0) yield* victim.step
        }
        yield* take(others)
        assert.deepStrictEqual(
          periods()
            .sort()
            .filter((period) => period > "2021"),
          ["2022", "2023", "2024", "2025"],
        )
      }).pipe(Effect.provide(Path.layer)),
    { fastCheck: { numRuns: runs(100) } },
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
    }).pipe(Effect.provide(Path.layer)),
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
    }).pipe(Effect.provide(Path.layer)),
  )
})
