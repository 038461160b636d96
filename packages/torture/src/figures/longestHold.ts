/** The largest request of every endpoint, while another client sends small ones. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import { Effect } from "effect"
import { Agent, get } from "node:http"
import { readFile } from "node:fs/promises"
import { setTimeout } from "node:timers/promises"
import type { Figure, Scale } from "../Figure.js"
import { endpoints, honest, isLegal, urlOf } from "../hostile/Attacks.js"
import * as SandboxProcess from "../SandboxProcess.js"

/** Maximum time that a request may block another, milliseconds. */
const MOST = 300
/** The test script shares the processors with other steps. */
const most: Readonly<Record<Scale["name"], number>> = { test: 4 * MOST, short: MOST, long: MOST }

/** A delay counts if it occurs in every trial: others come from the machine. */
const TRIALS = 3

/** Expensive values by parameter name, the most expensive first. */
export const expensive: Readonly<Record<string, ReadonlyArray<string>>> = {
  from: ["2023-07-01"],
  to: ["2025-06-30"],
  timespan: ["minute", "second", "hour", "year"],
  resolution: ["1min", "1sec", "1year"],
  sort: ["desc"],
  window: ["20000", "50000"],
  short_window: ["10000"],
  long_window: ["20000"],
  signal_window: ["5000"],
  expand_underlying: ["true"],
  include_otc: ["true"],
}

/** The most expensive value of every parameter together, then each other value in its place. */
const combinations = (endpoint: Endpoint.Any): ReadonlyArray<Readonly<Record<string, string>>> => {
  const taken = Object.entries(expensive)
    .map(([name, texts]) => [name, texts.filter((text) => isLegal(endpoint, name, text))] as const)
    .filter(([, texts]) => texts.length > 0)
  const first = Object.fromEntries(taken.map(([name, [text]]) => [name, text!]))
  return [first, ...taken.flatMap(([name, [, ...others]]) => others.map((text) => ({ ...first, [name]: text })))]
}

/** The path and query of the largest requests of an endpoint. */
const largest = (endpoint: Endpoint.Any): ReadonlyArray<string> => {
  const asked = honest(endpoint)
  const sizes = Object.entries(Request.largestPages(endpoint)).map(([name, max]) => [name, String(max)] as const)
  return combinations(endpoint).map((texts) =>
    urlOf({
      ...asked,
      path: Object.fromEntries(Object.entries(asked.path).map(([name, text]) => [name, texts[name] ?? text])),
      query: [...asked.query, ...sizes, ...Object.entries(texts).filter(([name]) => !(name in asked.path))],
    }),
  )
}

/** A GET whose body is only counted, so that reading it does not block this process. */
const ask = (agent: Agent, url: string, headers: Record<string, string>): Promise<{ status: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0
      response.on("data", (chunk: Buffer) => (bytes += chunk.length))
      response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes }))
      response.on("error", reject)
    }).on("error", reject)
  })

/**
 * The run time of a process's main thread, milliseconds, without waiting for a processor.
 * `Infinity` where the system does not report it.
 */
const ranFor = (pid: number): Promise<number> =>
  readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8").then(
    (text) => Number(text.split(" ")[0]) / 1e6 || Infinity,
    () => Infinity,
  )

/** The delay of the slowest small request during a large one, milliseconds. */
const holdOf = async (agent: Agent, { apiKey: key, pid, url: origin }: SandboxProcess.Sandbox, target: string) => {
  const state = { isAnswered: false }
  const large = ask(agent, origin + target, { authorization: `Bearer ${key}` }).finally(() => {
    state.isAnswered = true
  })
  let slowest = 0
  while (!state.isAnswered) {
    const [begun, run] = [process.hrtime.bigint(), await ranFor(pid)]
    await ask(agent, `${origin}/health`, {})
    const ran = (await ranFor(pid)) - run
    const took = Number(process.hrtime.bigint() - begun) / 1e6
    slowest = Math.max(slowest, Math.min(took, Number.isNaN(ran) ? Infinity : ran))
    await setTimeout(1)
  }
  return { ...(await large), slowest }
}

/** The figure. */
export const longestHold: Figure = {
  name: "longest-hold",
  what: "the largest request of every endpoint, while another client asks",
  bound: `no request holds another up for ${MOST} ms`,
  run: ({ name }, say) =>
    Effect.gen(function* () {
      const sandbox = yield* SandboxProcess.start(SandboxProcess.ofExamples)
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 2 })),
        (agent) => Effect.sync(() => agent.destroy()),
      )
      const violations: Array<string> = []
      const longest = { target: "", slowest: 0 }
      let requests = 0
      for (const endpoint of endpoints) {
        for (const target of largest(endpoint)) {
          let slowest = Infinity
          for (let trial = 0; trial < TRIALS && slowest >= most[name]; trial++) {
            const hold = yield* Effect.promise(() => holdOf(agent, sandbox, target))
            if (hold.status !== 200) violations.push(`GET ${target}: answered with ${hold.status}`)
            slowest = Math.min(slowest, hold.slowest)
            requests += 1
            yield* say(`${hold.slowest.toFixed(0)} ms, ${(hold.bytes / 1e6).toFixed(1)} MB: ${target}`)
          }
          if (slowest >= most[name]) violations.push(`GET ${target}: held another up for ${slowest.toFixed(0)} ms`)
          if (slowest > longest.slowest) Object.assign(longest, { target, slowest })
        }
      }
      return {
        measured: `${requests} requests to ${endpoints.length} endpoints, the longest hold ${longest.slowest.toFixed(0)} ms (${longest.target})`,
        violations,
      }
    }),
}
