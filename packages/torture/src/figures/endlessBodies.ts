/** Endless bodies and decompression bombs from a service to a client, each in its own process. */
import { Effect, Schedule, Utils } from "effect"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"
import { bodies } from "../hostile/Bodies.js"
import type { Connection } from "../hostile/serveBodies.js"
import { describe, type Trial } from "../hostile/Trial.js"
import * as TrialProcess from "../hostile/TrialProcess.js"
import * as NodeProcess from "../NodeProcess.js"

/** The largest resident memory that is allowed, in MB. */
const MOST_MEMORY = 512

/** `maxBodySize` by default. */
const DEFAULT_SIZE = 64 * 1024 ** 2
/** The smaller limit of the `test` scale. */
const SMALL_SIZE = 4 * 1024 ** 2
/** Tolerance of a timeout, milliseconds, on a machine that is busy with the flood. */
const LATENESS = 10_000
/** Bytes in the buffers between both processes when a client hangs up. */
const SLACK = 16 * 1024 ** 2

const serve = fileURLToPath(new URL("../hostile/serveBodies.js", import.meta.url))

const calls = ["bars", "bars.columns", "openClose"] as const

const faultsOf = (
  { maxBodySize = DEFAULT_SIZE, path, timeout = 0 }: Trial,
  { came, memory, milliseconds }: TrialProcess.Observed,
): ReadonlyArray<string> => {
  const { ends } = bodies[path.slice(1)]!
  const faults: Array<string> = []
  const error = "error" in came ? came.error : JSON.stringify(came)
  if (!ends.includes(error)) faults.push(`it ended with ${error}, not with ${ends.join(" or ")}`)
  if (memory > MOST_MEMORY * 1e6)
    faults.push(`${Math.round(memory / 1e6)} MB of memory for at most ${maxBodySize} bytes`)
  if (milliseconds > timeout + LATENESS) faults.push(`it took ${milliseconds} ms, with a timeout of ${timeout} ms`)
  return faults
}

/** The largest body that is accepted: the default, but for the script that must be quick. */
const sizeOf = ({ name: scale }: Scale, body: string) =>
  scale === "test" && body !== "in-chunks" ? SMALL_SIZE : undefined

/**
 * Each body by each client and all calls in the long run, and by one client and one call, in turns
 * that the seed begins, in the others.
 */
const casesOf = (scale: Scale): ReadonlyArray<TrialProcess.Case> => {
  const random = new Utils.PCGRandom(scale.seed)
  const clients = ["fetch", "node"] as const
  return Object.entries(bodies).flatMap(([name, { patient = false }], index) =>
    (scale.name === "long" ? clients : [clients[(scale.seed + index) % 2]!]).flatMap((client) => {
      const drawn = calls[random.integer(calls.length)]!
      return (scale.name === "long" ? calls : [drawn]).map((call): TrialProcess.Case => {
        const limits = { timeout: patient ? 500 : 20_000, maxBodySize: sizeOf(scale, name) }
        const trial: Trial = { path: `/${name}`, call, client, codeGeneration: true, ...limits }
        return { trial, name: describe(trial), faults: (observed) => faultsOf(trial, observed) }
      })
    }),
  )
}

/** The server's record, when all connections are closed or after five seconds. */
const connections = (url: string): Effect.Effect<ReadonlyArray<Connection>> =>
  Effect.promise(async () => (await (await fetch(`${url}/connections`)).json()) as ReadonlyArray<Connection>).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("100 millis").pipe(Schedule.intersect(Schedule.recurs(50))),
      while: (all) => all.some(({ open }) => open),
    }),
    Effect.zipRight(
      Effect.promise(async () => (await (await fetch(`${url}/connections`)).json()) as ReadonlyArray<Connection>),
    ),
  )

/** The figure. */
export const endlessBodies: Figure = {
  name: "endless-bodies",
  what: "gzip bombs, bombs within bombs, bodies and heads without end, trickling ones, of both clients",
  bound: `cut off at the configured size (64 MiB) or time with a typed error, the connection closed, under ${MOST_MEMORY} MB resident`,
  run: (scale, say) =>
    Effect.gen(function* () {
      const cases = casesOf(scale)
      yield* say(`${cases.length} bodies`)
      const { said } = yield* NodeProcess.start(serve, [], /^Listening on (\S+)$/)
      const { observed, violations } = yield* TrialProcess.run(said[1]!, cases)
      const seen = yield* connections(said[1]!)
      const unclosed = seen.filter(({ open }) => open).map(({ body }) => `${body}: its connection is still open`)
      const overfed = seen.flatMap(({ body, written }) => {
        const most = sizeOf(scale, body) ?? DEFAULT_SIZE
        const isOver = bodies[body]!.counted === true && written > most + SLACK
        return isOver ? [`${body}: ${written} bytes were written to a client that takes ${most}`] : []
      })
      return {
        measured:
          `${observed.length} bodies, ${seen.length} connections, all of them closed, at most ` +
          `${Math.round(Math.max(...seen.map(({ written }) => written)) / 1e6)} MB taken; resident memory at most ` +
          `${Math.round(Math.max(...observed.map(({ memory }) => memory)) / 1e6)} MB`,
        violations: [...violations, ...unclosed, ...overfed],
      }
    }),
}
