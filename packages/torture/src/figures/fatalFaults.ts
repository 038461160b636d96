/** Streams under faults that no retry can recover. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Array, Cause, Effect, Option, Random } from "effect"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import { pull } from "../Impatience.js"
import * as Loopback from "../Loopback.js"
import * as Minutes from "../Minutes.js"
import * as Mode from "../Mode.js"
import * as ProxyProcess from "../ProxyProcess.js"
import type { Settings } from "../proxy/Settings.js"
import * as SandboxProcess from "../SandboxProcess.js"

/** A fault, and the error that ends a stream under it; without an error the stream must complete. */
interface Fault {
  readonly name: string
  readonly settings: (foreign: string) => Partial<Settings>
  readonly error?: string
}

/**
 * The share of requests with the fault: high enough that even the shortest stream, of fourteen
 * pages with a `next_url`, has one.
 */
const share = 0.6

const faults: ReadonlyArray<Fault> = [
  { name: "repeated cursor", settings: () => ({ ways: { RepeatedCursor: share } }), error: "PaginationError" },
  { name: "wrong schema", settings: () => ({ ways: { WrongType: share } }), error: "DecodeError" },
  { name: "oversized body", settings: () => ({ oversized: share }), error: "TransportError (BodyTooLarge)" },
  { name: "foreign next_url", settings: (foreign) => ({ ways: { ForeignNextUrl: share }, foreign }) },
]

const pages = 20
const pageSize = 25
const streams: Readonly<Record<Scale["name"], number>> = { test: 12, short: 20, long: 720 }

/** Smaller than an oversized body, compressed or not. */
const maxBodySize = 256 * 1024

const nameOf = (error: MarketDataError) =>
  error._tag === "TransportError" ? `${error._tag} (${error.reason})` : error._tag

const describe = (cause: Cause.Cause<MarketDataError>) =>
  Option.match(Cause.failureOption(cause), { onNone: () => Cause.pretty(cause), onSome: nameOf })

export const fatalFaults: Figure = {
  name: "fatal-faults",
  what: `streams under faults that cannot be recovered: ${faults.map(({ name }) => name).join(", ")}`,
  bound:
    "each ends in its typed error after the rows before the fault; 0 connections to the foreign host, whose next_url does no harm: " +
    "its path and query are requested from the service itself",
  run: ({ name: scale, seed }) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start()
      const slice = yield* Minutes.read(sandbox)
      const foreign = yield* Loopback.trap

      const run = (fault: Fault) =>
        Effect.gen(function* () {
          const proxy = yield* ProxyProcess.start({ upstream: sandbox.url, seed, ...fault.settings(foreign.origin) })
          const users = yield* Clients.users({ url: proxy.url, apiKey: sandbox.apiKey, maxBodySize }, 1)
          const read = (number: number) =>
            Effect.gen(function* () {
              const { client, stocks } = users[number % users.length]!
              const mode = Mode.of(number)
              const { request, rows } = slice(number, pages * pageSize)
              const stream = Mode.rows(stocks, mode, { request, rows }, pageSize)
              const { elements, failure } = yield* pull(stream, 0, Random.make(seed))
              const error = failure && describe(failure)
              const expected = error === undefined ? rows : rows.slice(0, elements.length)
              const { lost, repeated, wrong } = Minutes.difference(elements, expected)
              const isRight = lost + repeated + wrong === 0 && error === fault.error
              const violation = `seed ${seed}, ${fault.name}, stream ${number} (${client}, ${JSON.stringify(mode)}): lost ${lost}, repeated ${repeated}, wrong ${wrong}, ended with ${error ?? "its last row"}`
              return isRight ? [] : [violation]
            })
          const results = yield* Effect.forEach(Array.range(0, streams[scale] - 1), read, { concurrency: 16 })
          const right = results.filter((violations) => violations.length === 0).length
          const { met } = yield* proxy.report
          const isIdle = fault.error === undefined && Object.keys(met).length === 0
          return {
            measured: `${fault.name}: ${right} of ${results.length} ${fault.error === undefined ? "complete" : `ended with ${fault.error}`}`,
            violations: [
              ...results.flat(),
              ...(isIdle ? [`seed ${seed}, ${fault.name}: no request met the fault`] : []),
            ],
          }
        })

      const outcomes = yield* Effect.forEach(faults, run, { concurrency: 2 })
      const connections = foreign.connections()
      return {
        measured: `${outcomes.map(({ measured }) => measured).join("; ")}; ${connections} connections to the foreign host`,
        violations: [
          ...outcomes.flatMap(({ violations }) => violations),
          ...(connections === 0 ? [] : [`seed ${seed}: ${connections} connections to the foreign host`]),
        ],
      }
    }),
}
