/** Many concurrent connections to the sandbox. */
import * as Command from "@effect/platform/Command"
import { Effect, Schema } from "effect"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"
import * as SandboxProcess from "../SandboxProcess.js"

const connections = 64
const seconds: Readonly<Record<Scale["name"], number>> = { test: 2, short: 30, long: 30 }

/** The load generator of the benchmarks. */
const asker = fileURLToPath(new URL("../../../benchmarks/dist/main/asker.js", import.meta.url))

/** Its result. */
const Heard = Schema.parseJson(
  Schema.Struct({
    answers: Schema.Number,
    statuses: Schema.Array(Schema.String),
    milliseconds: Schema.Number,
    latency: Schema.Struct({ median: Schema.Number, p99: Schema.Number }),
  }),
)

/** One request of each kind: bars, a list, a single answer, a snapshot, not found, unauthorized. */
const asked = [
  { path: "/v2/aggs/ticker/AAPL/range/1/minute/2023-07-05/2023-07-06?limit=500", status: 200 },
  { path: "/v3/reference/tickers?market=stocks&limit=100", status: 200 },
  { path: "/v1/open-close/AAPL/2023-07-06", status: 200 },
  { path: "/v3/snapshot?ticker.any_of=AAPL,MSFT", status: 200 },
  { path: "/v1/open-close/NONE/2023-07-06", status: 404 },
  { path: "/v1/open-close/AAPL/2023-07-06", status: 401 },
]

const expected = [...new Set(asked.map(({ status }) => String(status)))].sort()

export const load: Figure = {
  name: "load",
  what: `the sandbox under ${connections} connections`,
  bound: `0 errors: only ${expected.join(", ")}, as asked for, and no connection is lost`,
  run: ({ name }) =>
    Effect.gen(function* () {
      const { apiKey, url } = yield* SandboxProcess.start()
      const questions = asked.map(({ path, status }) => ({ path, key: status === 401 ? "wrong" : apiKey }))
      const asking = { questions, connections, most: { milliseconds: seconds[name] * 1000 } }
      const command = Command.make(process.execPath, asker, new URL(url).port, JSON.stringify(asking))
      const said = yield* Command.string(Command.stderr(command, "inherit"))
      // A load generator that lost a connection prints nothing.
      const heard = yield* Schema.decode(Heard)(said)
      const perSecond = (heard.answers / heard.milliseconds) * 1000
      const unexpected = heard.statuses.filter((status) => !expected.includes(status))
      return {
        measured:
          `${heard.answers.toLocaleString("en-US")} answers in ${(heard.milliseconds / 1000).toFixed(0)} s: ${perSecond.toFixed(0)} requests per second, ` +
          `median ${heard.latency.median.toFixed(0)} ms, p99 ${heard.latency.p99.toFixed(0)} ms`,
        violations: unexpected.map((status) => `answers with status ${status}`),
      }
    }),
}
