/** Streams under recoverable faults. */
import { Array, Cause, Effect, Random } from "effect"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import { pull } from "../Impatience.js"
import * as Minutes from "../Minutes.js"
import * as Mode from "../Mode.js"
import * as ProxyProcess from "../ProxyProcess.js"
import { recoverable } from "../proxy/Settings.js"
import * as Retry from "@candela/core/Retry"
import * as SandboxProcess from "../SandboxProcess.js"

/** The share of requests with a fault. */
const share = 0.08
const pageSize = 25
const pages = 20
const streams: Readonly<Record<Scale["name"], number>> = { test: 24, short: 300, long: 5000 }

/** Far more requests fail than a retry budget allows, so it is unlimited; hanging requests time out soon. */
const settings = {
  retry: Retry.make({ base: "5 millis", cap: "100 millis", times: 10 }),
  retryBudget: { reserve: Infinity },
  timeout: "1 second",
} as const

/** The number of different requests: more would test the sandbox instead of the client. */
const slices = 100

/** Number of service layers that share the streams of a client. */
const layers = 4
const atOnce = 48

const count = (value: number) => value.toLocaleString("en-US")

export const recoverableFaults: Figure = {
  name: "recoverable-faults",
  what: `streams of ${pages} pages under recoverable faults: ${share * 100} percent of requests fail in one of ${recoverable.length} ways`,
  bound: "all complete, rows lost 0, repeated 0, wrong 0; both clients, every mode, pulls interrupted at random",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start()
      const ways = Object.fromEntries(recoverable.map((way) => [way, share / recoverable.length]))
      const proxy = yield* ProxyProcess.start({ upstream: sandbox.url, seed, ways })
      const slice = yield* Minutes.read(sandbox)
      const users = yield* Clients.users({ ...settings, url: proxy.url, apiKey: sandbox.apiKey }, layers)

      let [done, interruptions, rows] = [0, 0, 0]
      const run = (number: number) =>
        Effect.gen(function* () {
          const { client, stocks } = users[number % users.length]!
          const mode = Mode.of(number)
          const random = Random.make(`${seed} ${number}`)
          const times = yield* random.nextIntBetween(0, pages)
          const wanted = slice(number % slices, pages * pageSize)
          const pulled = yield* pull(Mode.rows(stocks, mode, wanted, pageSize), times, random)
          done += 1
          interruptions += pulled.interruptions
          rows += pulled.elements.length
          if (done % 100 === 0) yield* say(`${done} of ${streams[name]} streams`)
          const found = Minutes.difference(pulled.elements, wanted.rows)
          const { lost, repeated, wrong } = found
          return {
            ...found,
            violations:
              pulled.failure === undefined && lost + repeated + wrong === 0
                ? []
                : [
                    `seed ${seed}, stream ${number} (${client}, ${JSON.stringify(mode)}): ${JSON.stringify(found)}` +
                      (pulled.failure === undefined ? "" : `, failed: ${Cause.pretty(pulled.failure)}`),
                  ],
          }
        })
      const results = yield* Effect.forEach(Array.range(0, streams[name] - 1), run, { concurrency: atOnce })
      const sum = (field: keyof Minutes.RowDifference) => results.reduce((total, result) => total + result[field], 0)
      const { met, requests } = yield* proxy.report
      const faults = Object.values(met).reduce((total, times) => total + times, 0)
      const missing = name === "test" ? [] : recoverable.filter((way) => met[way] === undefined)
      return {
        measured:
          `${count(results.length)} streams, ${count(rows)} rows, ${count(requests)} requests, ${count(faults)} faults of ${Object.keys(met).length} kinds, ` +
          `${count(interruptions)} interruptions: lost ${sum("lost")}, repeated ${sum("repeated")}, wrong ${sum("wrong")}`,
        violations: [
          ...results.flatMap(({ violations }) => violations),
          ...missing.map((way) => `seed ${seed}: no request met ${way}`),
        ],
      }
    }),
}
