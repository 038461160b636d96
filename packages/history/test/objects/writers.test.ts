/** A store in an object store, in which several processes write at the same time: their requests are interleaved. */
import { Crypto } from "@candela/crypto"
import { dayMillis, midnight } from "@candela/market/TimeZone"
import { Universe } from "@candela/history"
import type * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, FastCheck as fc, Stream, TestClock } from "effect"
import { Machine } from "../store/memory.js"
import { bar, open, service, supply } from "../store/support.js"
import { take, until, worldOf } from "../store/turns.js"
import { ObjectServer } from "./objectServer.js"
import { clientOf, openObjects, prefix } from "./support.js"
import { isAll, sampled } from "../../../core/test/support/seeded.js"

const now = midnight("UTC", "2024-06-14") + dayMillis / 2

const daily = Array.from({ length: 900 }, (_, index) => bar(midnight("UTC", "2022-01-01") + index * dayMillis))
const connection = service(supply({ bars: () => daily }))

/** Bars alone: a process that syncs them does one thing at a time. */
const universe = Universe.bars(Crypto.endpoints.bars, { tickers: ["X:BTCUSD"], timespan: "day" })

const ranges = [
  { from: "2022-01-01", to: "2023-03-31" },
  { from: "2023-02-01", to: "2023-12-31" },
  { from: "2022-10-01", to: "2024-03-31" },
]
const whole = { from: "2022-01-01", to: "2024-03-31" }

const texts = (server: ObjectServer) =>
  new Map(Array.from(server.contents(prefix), ([name, bytes]) => [name, new TextDecoder().decode(bytes)]))

/** The files that one writer makes of the whole range in a folder. */
const expected = Effect.gen(function* () {
  yield* TestClock.setTime(now)
  const machine = new Machine()
  yield* Effect.flatMap(open(machine.fileSystem), (store) => store.sync(universe, whole))
  return machine.contents("/store")
}).pipe(Effect.provide(connection))

const serverOf = (time: () => number) => {
  const server = new ObjectServer()
  server.now = time
  server.isOpen = true
  return server
}

/** Files of processes that were too late, or killed, are removed when they are an hour old. */
const compacted = (server: ObjectServer) =>
  Effect.gen(function* () {
    let time = now + dayMillis / 4
    server.now = () => time
    yield* TestClock.setTime(time)
    const store = yield* openObjects(server)
    assert.deepStrictEqual((yield* store.verify()).damages, [])
    time += dayMillis / 12
    yield* TestClock.setTime(time)
    yield* store.compact
    yield* TestClock.setTime(now)
    return texts(server)
  })

/** Processes that take turns at the requests to an object store. */
const crowd = () => {
  const machine = new Machine()
  const world = worldOf(machine, now)
  const server = serverOf(() => machine.now())
  const syncing = (range: (typeof ranges)[number]) => (_: FileSystem.FileSystem, turn: Effect.Effect<void>) =>
    Effect.flatMap(openObjects(server, clientOf(server, turn)), (store) => store.sync(universe, range)).pipe(
      Effect.provide(connection),
    )
  return { server, world, syncing }
}

const turns = fc.array(fc.nat({ max: 2 }), { maxLength: 120 })
const numRuns = isAll ? 40 : 2

describe("three processes that sync one ticker at the same time", () => {
  it.effect.prop(
    "leave the files of one writer, whenever each of them is stopped and goes on",
    { turns },
    ({ turns }) =>
      Effect.gen(function* () {
        const files = yield* expected
        const { server, syncing, world } = crowd()
        yield* take(yield* Effect.forEach(ranges, (range) => world.spawn(syncing(range))), turns)
        assert.deepStrictEqual(yield* compacted(server), files)
      }),
    { fastCheck: { numRuns }, timeout: 120_000 },
  )

  it.effect.prop(
    "lose nothing of the others when one is killed, and the next sync ends alike",
    { turns, killed: fc.nat({ max: 30 }) },
    ({ killed, turns }) =>
      Effect.gen(function* () {
        const files = yield* expected
        const { server, syncing, world } = crowd()
        const [victim, ...others] = yield* Effect.forEach(ranges, (range) => world.spawn(syncing(range)))
        let left = killed
        for (const turn of turns) {
          if (turn < 2) yield* others[turn]!.step
          else if (left-- > 0) yield* victim!.step
        }
        yield* take(others)
        yield* TestClock.setTime(now)
        const time = server.now()
        server.now = () => now
        const store = yield* openObjects(server)
        assert.deepStrictEqual(
          yield* store.missing(universe, { from: "2022-10-01", to: "2024-03-31" }),
          [],
          "what the others have written",
        )
        server.now = () => time
        yield* take([yield* world.spawn(syncing(whole))])
        assert.deepStrictEqual(yield* compacted(server), files)
      }),
    { fastCheck: { numRuns }, timeout: 120_000 },
  )
})

describe("a store to which others add", () => {
  it.effect("is never told by verify that what others add is lost", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const server = serverOf(() => now)
      const other = yield* openObjects(server)
      const years = ["2022", "2023", "2024"].map((year) => ({ from: `${year}-01-01`, to: `${year}-06-01` }))
      const add = Effect.suspend(() => other.sync(universe, years.shift()!)).pipe(
        Effect.provide(connection),
        Effect.orDie,
      )
      yield* add
      server.requests.length = 0
      // After each listing another one adds a file.
      const isListing = () => server.requests.at(-1)?.target.includes("list-type") === true
      const adding = Effect.suspend(() => (isListing() && years.length > 0 ? add : Effect.void))
      const store = yield* openObjects(server, clientOf(server, Effect.asVoid(adding)))
      const { damages, files } = yield* store.verify()
      assert.deepStrictEqual([files, damages, years], [2, [], []])
    }),
  )
})

describe("a sync among others", () => {
  it.effect("fetches again what compact removed before it had a name", () =>
    Effect.gen(function* () {
      const files = yield* expected
      const { server, syncing, world } = crowd()
      const isPlaced = () => [...server.objects.keys()].some((name) => name.endsWith(".jsonl"))
      const stopped = yield* world.spawn(syncing(whole))
      yield* until(stopped, isPlaced)
      const compact = (_: FileSystem.FileSystem, turn: Effect.Effect<void>) =>
        Effect.flatMap(openObjects(server, clientOf(server, turn)), (store) => store.compact)
      yield* take([yield* world.spawn(compact)])
      assert.isTrue(isPlaced(), "an object that has just been written stays")
      world.pass("2 hours")
      yield* take([yield* world.spawn(compact)])
      assert.isFalse(isPlaced())
      yield* take([stopped])
      assert.deepStrictEqual(yield* compacted(server), files)
    }),
  )
})

describe("a read", () => {
  it.effect("fails with what the object store says, or with what is wrong with the object", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const server = serverOf(() => now)
      const store = yield* openObjects(server)
      yield* store.sync(universe, whole)
      const isFile = ({ target }: { readonly target: string }) => target.endsWith(".jsonl")
      const handle = server.handle.bind(server)
      const denied = new TextEncoder().encode("<Error><Code>AccessDenied</Code></Error>")
      server.handle = (request) => (isFile(request) ? { status: 403, headers: {}, body: denied } : handle(request))
      const read = Effect.flip(Stream.runDrain(store.read(universe, whole)))
      assert.deepInclude(yield* read, { _tag: "StoreError", reason: "access" })
      server.handle = handle
      for (const key of [...server.objects.keys()]) if (key.endsWith(".jsonl")) server.objects.delete(key)
      const lost = yield* read
      assert.deepInclude(lost, { _tag: "StoreError", reason: "file" })
      assert.include(lost.message, "the object is not there")
    }).pipe(Effect.provide(connection)),
  )
})

describe("a process that is killed", () => {
  const early = { from: "2022-10-01", to: "2023-02-28" }

  it.effect("at any of its requests leaves a store that reads as before or after, and the next sync ends alike", () =>
    Effect.gen(function* () {
      const files = yield* expected
      const start = serverOf(() => now)
      yield* Effect.flatMap(openObjects(start), (store) => store.sync(universe, early))
      const before = start.requests.length
      const calm = start.copy()
      yield* Effect.flatMap(openObjects(calm), (store) => store.sync(universe, whole))
      const total = calm.requests.length
      assert.isAbove(total, 12)
      assert.isAbove(before, 5)
      for (const isDone of [false, true]) {
        const requests = Array.from({ length: total }, (_, index) => index + 1)
        for (const nth of sampled(sampled(requests, 0), Number(isDone))) {
          const server = start.copy()
          const killed = yield* Deferred.make<void>()
          let sent = 0
          const die = Effect.zipRight(Deferred.succeed(killed, undefined), Effect.never)
          if (isDone) server.fault = () => (sent === nth ? "lost" : undefined)
          const client = clientOf(
            server,
            Effect.suspend(() => (++sent > nth || (sent === nth && !isDone) ? die : Effect.void)),
          )
          const sync = Effect.flatMap(openObjects(server, client), (store) => store.sync(universe, whole))
          // What is not answered is not waited for: the next wait, or the next request, is the end.
          yield* Effect.raceFirst(sync, Deferred.await(killed)).pipe(
            Effect.timeout("1 second"),
            Effect.ignore,
            Effect.raceFirst(TestClock.adjust("2 seconds").pipe(Effect.zipRight(Effect.never))),
          )
          server.fault = () => undefined
          yield* TestClock.setTime(now)
          const store = yield* openObjects(server)
          const { damages } = yield* store.verify()
          assert.deepStrictEqual(damages, [], `request ${nth} of ${total}`)
          assert.deepStrictEqual(yield* store.missing(universe, early), [], "what was there before")
          yield* store.sync(universe, whole)
          assert.deepStrictEqual(yield* compacted(server), files, `request ${nth} of ${total}`)
        }
      }
    }).pipe(Effect.provide(connection)),
  )
})
