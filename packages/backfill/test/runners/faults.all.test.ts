/** Runners in processes of their own, and what befalls them. */
import { Backfill } from "@candela/backfill"
import { MarketData } from "@candela/core/MarketData"
import { Store } from "@candela/history"
import { NodeClient } from "@candela/node"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expiration } from "../../src/internal/engine/cluster.js"
import { bundled } from "../bundled.js"
import { most } from "../rateLimit/processes.js"
import { answer } from "../service.js"
import * as Support from "../support.js"
import * as Runners from "./support.js"

const tickers = Array.from({ length: 16 }, (_, index) => `T${index}`)
const universe = Support.hours(tickers)
const range = { from: "2024-03-10", to: "2024-05-20" }
const all = { planned: 48, waiting: 0, failed: 0, skipped: 0 }
const limit = 10

/** Far more than the time of a trial on two free cores, half a minute. */
const timeout = 300_000

/** The service, which sees when requests come. */
const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const times: Array<number> = []
    const server = createServer((request, response) => {
      times.push(performance.now())
      response.setHeader("content-type", "application/json")
      const body = answer({ known: tickers, broken: [], refuses: false }, new URL(request.url!, "http://service.test"))
      setTimeout(() => response.end(JSON.stringify(body)), 30)
    })
    server.keepAliveTimeout = 0
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    return { times, server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    }),
)

/** What happens when so many jobs are done. */
type Event = readonly [done: number, happens: Effect.Effect<unknown, unknown>]

interface Stage {
  readonly place: Runners.Place
  readonly children: ReadonlyArray<ChildProcess>
  readonly start: Effect.Effect<void>
}

const signal = (child: () => ChildProcess | undefined, name: NodeJS.Signals) => Effect.sync(() => child()!.kill(name))

/** Waits for the end of a process. */
const gone = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null ? Effect.promise(() => once(child, "exit")) : Effect.void

/**
 * Has three runners run a plan while some things happen, and checks what is so while they are there
 * yet. The files have to be those of a sync.
 */
const trial = (
  events: (stage: Stage) => ReadonlyArray<Event>,
  check: (stage: Stage) => Effect.Effect<void, unknown> = () => Effect.void,
) =>
  Effect.gen(function* () {
    const place = yield* Runners.place
    const program = yield* bundled("runners/child.ts")
    const { baseUrl, times } = yield* server
    const children: Array<ChildProcess> = []
    const start = Effect.sync(() => {
      const given = JSON.stringify({ baseUrl, limit, place })
      children.push(spawn(process.execPath, [program, given], { stdio: ["ignore", "ignore", "inherit"] }))
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => children.forEach((child) => child.kill("SIGKILL"))))
    const plan = yield* Support.planned({ universe, range, batchSize: 2 }).pipe(Effect.provide(Runners.process(place)))
    yield* Effect.replicateEffect(start, 3)
    const left = [...events({ place, children, start })]
    const status = yield* Backfill.coordinate(plan, {
      poll: "200 millis",
      onProgress: ({ jobs }) =>
        Effect.gen(function* () {
          while (left[0] !== undefined && jobs.done + jobs.empty >= left[0][0]) yield* Effect.orDie(left.shift()![1])
        }),
    }).pipe(Effect.provide(Runners.database(place)))
    assert.lengthOf(left, 0)
    assert.deepInclude(status.jobs, all)
    assert.isAtMost(most(times, 1000), limit)
    yield* check({ place, children, start })
    // One that was stopped may be in the middle of a file that others have written meanwhile.
    for (const child of children) child.kill("SIGTERM")
    yield* Effect.forEach(children, gone, { discard: true })

    yield* Effect.flatMap(Store, (store) => store.compact).pipe(
      Effect.provide(Store.layer(`${place.folder}/store`, { writers: "many" })),
    )
    yield* Effect.flatMap(Store, (store) => store.sync(universe, range)).pipe(
      Effect.provide(Store.layer(`${place.folder}/direct`)),
      Effect.provide(MarketData.layer({ baseUrl, apiKey: "a-key-of-a-test" }).pipe(Layer.provide(NodeClient.layer))),
    )
    const direct = yield* Support.contents(`${place.folder}/direct`)
    const named = new Map(direct)
    const made = (yield* Support.contents(`${place.folder}/store`)).filter(([name]) => named.has(name))
    assert.isAbove(direct.length, 48)
    assert.deepStrictEqual(made, direct)
  })

describe.skipIf(Runners.missing !== undefined)(`runners as processes ${Runners.missing ?? ""}`, () => {
  layer(Layer.merge(Runners.Server.layer, NodeContext.layer), { excludeTestServices: true })((it) => {
    it.scoped(
      "lose no job when one is killed, one is stopped past its lock and goes on, one is ended, and one joins",
      () =>
        Effect.gen(function* () {
          const takenOver = yield* Deferred.make<number>()
          const events = ({ children, place, start }: Stage): ReadonlyArray<Event> => {
            const held = (pid: number | undefined) =>
              Effect.flatMap(
                SqlClient.SqlClient,
                (sql) => sql`SELECT 1 FROM cluster_locks WHERE address LIKE ${`%/${pid}/%`} LIMIT 1`,
              )
            const watched = Effect.gen(function* () {
              const killed = performance.now()
              while ((yield* held(children[0]!.pid)).length > 0) yield* Effect.sleep("200 millis")
              yield* Deferred.succeed(takenOver, performance.now() - killed)
            }).pipe(Effect.provide(Runners.database(place)))
            return [
              [
                6,
                signal(() => children[0], "SIGKILL").pipe(
                  Effect.zipRight(Effect.forkDaemon(watched)),
                  Effect.zipRight(start),
                ),
              ],
              [
                16,
                Effect.sync(() => {
                  const stopped = children[1]!
                  stopped.kill("SIGSTOP")
                  setTimeout(() => stopped.kill("SIGCONT"), (expiration + 5) * 1000)
                }),
              ],
              [26, signal(() => children[2], "SIGTERM")],
            ]
          }
          const check = ({ children, place }: Stage) =>
            Effect.gen(function* () {
              assert.isAtMost(yield* Deferred.await(takenOver), 2 * expiration * 1000)
              yield* gone(children[2]!)
              assert.strictEqual(children[2]!.exitCode, 0)
              // One that is ended leaves nothing of itself; one that is killed is still in the list.
              const rows = yield* Effect.flatMap(
                SqlClient.SqlClient,
                (sql) => sql<{ runner: string }>`SELECT runner FROM backfill_runners`,
              ).pipe(Effect.provide(Runners.database(place)))
              assert.sameMembers(
                rows.map(({ runner }) => Number(runner.split("/")[1])),
                [children[0]!.pid, children[1]!.pid, children[3]!.pid],
              )
            })
          yield* trial(events, check)
        }),
      { timeout },
    )

    it.scoped(
      "lose no job when the server of the database is restarted",
      () =>
        Effect.flatMap(Runners.Server, ({ again, end }) =>
          trial(() => [[15, Effect.sync(() => void end().then(again))]]),
        ),
      { timeout },
    )
  })
})
