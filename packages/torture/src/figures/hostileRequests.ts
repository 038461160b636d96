/** Hostile requests over raw sockets to the sandbox's command, beside a normal client. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Array, Clock, Effect, Fiber, Option, Random, Schedule } from "effect"
import type { Figure, Scale } from "../Figure.js"
import { type Asked, endpoints, faultOf, forgeries, honest, injections, urlOf } from "../hostile/Attacks.js"
import * as RawHttp from "../hostile/RawHttp.js"
import * as Sockets from "../hostile/Sockets.js"
import * as SandboxProcess from "../SandboxProcess.js"

/** Maximum time of a normal request, milliseconds. */
const SOON = 1_000
/** The test script shares the processors with other steps: there only a missing answer is a fault. */
const soon: Readonly<Record<Scale["name"], number>> = { test: 10 * SOON, short: SOON, long: SOON }

/** Concurrent attacking connections. */
const ATTACKERS = 8

/** The number of requests with injected texts, drawn from all. */
const injected: Readonly<Record<Scale["name"], number>> = { test: 400, short: 6_000, long: Infinity }

/** Silent clients of each kind. */
const silent: Readonly<Record<Scale["name"], number>> = { test: 1, short: 10, long: 20 }

/** Normal requests before the attack. */
const WARM_UP = 20

const NORMAL = "/stocks/v1/dividends?limit=1"

/** Repeats a normal request until it is interrupted, and records the slowest answer. */
const normalClient = (port: number, key: string, most: number, violations: Array<string>) => {
  const seen = { answers: 0, slowest: 0 }
  const once = Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const [answer] = yield* Effect.promise(() => RawHttp.exchange(port, RawHttp.get(NORMAL, key), 20 * SOON))
    const took = (yield* Clock.currentTimeMillis) - start
    seen.answers += 1
    seen.slowest = Math.max(seen.slowest, took)
    if (answer?.status !== 200) violations.push(`a normal request was answered with ${answer?.status ?? "nothing"}`)
    if (took > most) violations.push(`a normal request took ${took} ms`)
  })
  return { seen, run: Effect.repeat(once, Schedule.spaced("50 millis")) }
}

/** Forged requests of each paged endpoint, from its own cursor and that of the next endpoint. */
const forged = (port: number, key: string): Effect.Effect<ReadonlyArray<Asked>> =>
  Effect.gen(function* () {
    const cursors: Array<readonly [Asked["endpoint"], string]> = []
    for (const endpoint of endpoints) {
      if (!Object.values(endpoint.wireParams).some(({ kind }) => kind._tag === "Limit")) continue
      const asked = honest(endpoint)
      const [answer] = yield* Effect.promise(() =>
        RawHttp.exchange(port, RawHttp.get(urlOf({ ...asked, query: [["limit", "1"]] }), key), 10 * SOON),
      )
      const { next_url = "" } = JSON.parse(answer?.body ?? "{}") as { next_url?: string }
      const cursor = /cursor=([\w-]+)/.exec(next_url)?.[1]
      if (cursor !== undefined) cursors.push([endpoint, cursor])
    }
    return cursors.flatMap(([endpoint, cursor], i) =>
      forgeries(endpoint, cursor, cursors[(i + 1) % cursors.length]![1]),
    )
  })

/** Peak resident memory of a process, MB, where the system reports it. */
const peakOf = (pid: number): Effect.Effect<Option.Option<number>, never, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(`/proc/${pid}/status`)).pipe(
    Effect.map((status) => Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_000)),
    Effect.option,
  )

/** The figure. */
export const hostileRequests: Figure = {
  name: "hostile-requests",
  what: "hostile requests to the sandbox: injection in every parameter, path tricks, forged cursors, pipelining, half requests, clients that never read",
  bound: `0 crashes, 0 rows that the filter excludes, only 4xx, or 200 where the value is legal; a normal request answered within ${SOON / 1_000} s throughout`,
  run: (scale, say) =>
    Effect.gen(function* () {
      const { apiKey, pid, url } = yield* SandboxProcess.start(SandboxProcess.ofExamples)
      const port = Number(new URL(url).port)
      const violations: Array<string> = []
      // The first answers are slow because nothing is compiled yet.
      yield* Effect.replicateEffect(
        Effect.promise(() => RawHttp.exchange(port, RawHttp.get(NORMAL, apiKey), 10 * SOON)),
        WARM_UP,
        { discard: true },
      )
      // Making the requests keeps this process busy, which a normal client in it would measure as the sandbox's time.
      const every = [...endpoints.flatMap(injections), ...(yield* forged(port, apiKey))]
      const drawn = yield* Effect.withRandom(Random.shuffle(every), Random.make(scale.seed))
      const attacks = Array.take(drawn, injected[scale.name])
      const normal = normalClient(port, apiKey, soon[scale.name], violations)
      const asking = yield* Effect.fork(normal.run)

      const idle = yield* Effect.acquireRelease(
        Effect.sync(() =>
          Sockets.abandoned(apiKey).flatMap((bytes) =>
            Array.makeBy(silent[scale.name], () => RawHttp.abandon(port, bytes)),
          ),
        ),
        (sockets) => Effect.sync(() => sockets.forEach((socket) => socket.destroy())),
      )
      yield* say(`${idle.length} clients are silent`)

      const bytes = Sockets.all(apiKey)
      yield* Effect.forEach(
        bytes,
        ({ allowed, answers, bytes, name }) =>
          Effect.map(
            Effect.promise(() => RawHttp.exchange(port, bytes, (answers === undefined ? 2 : 20) * SOON)),
            (received) => {
              for (const { body, status } of received) {
                if (!allowed(status)) violations.push(`${name}: answered with ${status}: ${body.slice(0, 200)}`)
              }
              if (answers !== undefined && received.length !== answers) {
                violations.push(`${name}: ${received.length} answers, not ${answers}`)
              }
            },
          ),
        { concurrency: ATTACKERS, discard: true },
      )

      yield* say(`${attacks.length} of ${every.length} requests to ${endpoints.length} endpoints`)
      let accepted = 0
      yield* Effect.forEach(
        attacks,
        (asked) =>
          Effect.map(
            Effect.promise(() => RawHttp.exchange(port, RawHttp.get(urlOf(asked), apiKey), 20 * SOON)),
            ([answer]) => {
              if (answer?.status === 200) accepted += 1
              const fault = answer === undefined ? "no answer" : faultOf(asked, answer.status, answer.body)
              if (fault !== undefined) violations.push(`GET ${urlOf(asked).slice(0, 300)}: ${fault}`)
            },
          ),
        { concurrency: ATTACKERS, discard: true },
      )

      yield* Fiber.interrupt(asking)
      const { answers, slowest } = normal.seen
      const memory = Option.match(yield* peakOf(pid), {
        onNone: () => "",
        onSome: (peak) => `; the sandbox used at most ${peak} MB`,
      })
      return {
        measured:
          `${bytes.length + attacks.length} requests and ${idle.length} silent clients: ${attacks.length - accepted} refused, ${accepted} answered as they should be; ` +
          `${answers} normal requests, the slowest ${slowest} ms${memory}`,
        violations,
      }
    }),
}
