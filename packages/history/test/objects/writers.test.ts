/** A store in an object store, in which several processes write at the same time: their requests are interleaved. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Stream, TestClock } from "effect"
import * as Writers from "../store/writersLaws.js"
import { Machine } from "../store/memory.js"
import { worldOf } from "../store/turns.js"
import { ObjectServer } from "./objectServer.js"
import { clientOf, openObjects, prefix } from "./support.js"
import { sampled } from "@candela/support/seeded"

const { connection, now, universe, whole } = Writers

const serverOf = (time: () => number) => {
  const server = new ObjectServer()
  server.now = time
  server.isOpen = true
  return server
}

/** The objects, as one sees them who needs no turns. */
const lookingAt = (server: ObjectServer) => ({
  at: (time: number) => {
    server.now = () => time
    return Effect.orDie(openObjects(server))
  },
  contents: () =>
    new Map(Array.from(server.contents(prefix), ([name, bytes]) => [name, new TextDecoder().decode(bytes)])),
})

Writers.laws(
  () => {
    const machine = new Machine()
    const { pass, spawn } = worldOf(machine, now)
    const server = serverOf(() => machine.now())
    return {
      spawn: (program) =>
        spawn((_, turn) => {
          server.now = () => machine.now()
          return Effect.flatMap(openObjects(server, clientOf(server, turn)), program)
        }),
      pass,
      ...lookingAt(server),
      names: () => [...server.objects.keys()],
    }
  },
  { turns: 120, killed: 30 },
)

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
      const files = yield* Writers.expected
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
          assert.deepStrictEqual(yield* Writers.compacted(lookingAt(server)), files, `request ${nth} of ${total}`)
        }
      }
    }).pipe(Effect.provide(connection)),
  )
})
