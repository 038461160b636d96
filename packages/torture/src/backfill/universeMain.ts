/**
 * Plans a simulated universe, or runs a part of its plan against constant pages in the same
 * process. Its only argument is {@link UniverseSettings} as JSON; it prints {@link Measured}.
 */
import * as Backfill from "@candela/backfill/Backfill"
import { MarketData } from "@candela/core/MarketData"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Console, Effect, Layer, Logger, LogLevel } from "effect"
import * as Machine from "./Machine.js"
import * as Runner from "./Runner.js"

/** Task. */
export interface UniverseSettings extends Pick<Runner.RunnerSettings, "address" | "folder"> {
  readonly tickers: number
  /** Jobs after which the run ends; none is run where it is absent. */
  readonly jobs?: number | undefined
}

/** Result. */
export interface Measured {
  /** Jobs that were planned, or done. */
  readonly jobs: number
  readonly rows: number
  readonly seconds: number
  /** The largest resident memory, megabytes. */
  readonly memory: number
}

/** Twenty instants of each month of some time: 17:00 UTC of its first days. */
const instants = (from: number, to: number): ReadonlyArray<number> => {
  const first = new Date(from)
  const months = (new Date(to).getUTCFullYear() - first.getUTCFullYear() + 1) * 12
  return Array.from({ length: months * 20 }, (_, index) =>
    Date.UTC(first.getUTCFullYear(), Math.floor(index / 20), 1 + (index % 20), 17),
  ).filter((t) => t >= from && t <= to)
}

const pages = new Map<string, string>()

/** The rows of some time: those of all tickers are the same. */
const page = (from: number, to: number): string => {
  const name = `${from} ${to}`
  const bars = () => instants(from, to).map((t) => ({ t, o: 10, h: 11, l: 9, c: 10.5, v: 1000, vw: 10.2, n: 10 }))
  const text = pages.get(name) ?? JSON.stringify({ status: "OK", results: bars() })
  pages.set(name, text)
  return text
}

const none = JSON.stringify({ status: "OK", results: [] })

/** A service whose pages are constant but for their time. */
const constant = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request, url) => {
    const [from, to] = url.pathname.split("/").slice(8)
    const body = url.pathname.startsWith("/v2/aggs/") ? page(Number(from), Number(to)) : none
    return Effect.succeed(
      HttpClientResponse.fromWeb(request, new Response(body, { headers: { "content-type": "application/json" } })),
    )
  }),
)

const main = Effect.gen(function* () {
  const { jobs: most, tickers, ...place } = JSON.parse(process.argv[2]!) as UniverseSettings
  const options = {
    universe: Machine.universe(Machine.madeUp(tickers), "minute"),
    range: Machine.twentyYears,
  }
  const begun = yield* Clock.currentTimeMillis
  const measured = (jobs: number, rows: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Console.log(
        `Measured ${JSON.stringify({ jobs, rows, seconds: (now - begun) / 1000, memory: Runner.peakMemory(process.pid) } satisfies Measured)}`,
      ),
    )
  if (most === undefined) {
    const { jobs } = yield* Machine.plan(place, options)
    return yield* measured(jobs, 0)
  }
  yield* Effect.gen(function* () {
    const plans = yield* Backfill.plans
    const { plan } = plans[0]!
    const enough = (status: Backfill.Status) => status.jobs.planned - status.jobs.waiting >= most
    yield* Effect.race(
      Backfill.run(plan),
      Effect.repeat(Effect.delay(Backfill.status(plan), "1 second"), { until: enough }),
    )
    const status = yield* Backfill.status(plan)
    yield* measured(status.jobs.planned - status.jobs.waiting, status.rows)
  }).pipe(
    Effect.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key" })),
    Effect.provide(constant),
    Effect.provide(Runner.store(place)),
    Effect.provide(Runner.database(place.address)),
  )
})

NodeRuntime.runMain(Effect.provide(main, Logger.minimumLogLevel(LogLevel.Warning)))
