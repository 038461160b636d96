/** Plans a simulated universe, or runs a part of its plan against constant pages in the same process. Its only argument is {@link Settings} as JSON; it prints {@link Measured}. */
import * as Backfill from "@candela/backfill/Backfill"
import { MarketData } from "@candela/core/MarketData"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Console, Effect, Layer, Logger, LogLevel } from "effect"
import * as Machine from "./Machine.js"
import * as Runner from "./Runner.js"

/** What is done. */
export interface Settings extends Pick<Runner.Settings, "address" | "folder"> {
  readonly tickers: number
  /** Jobs after which the run ends; none is run where it is absent. */
  readonly jobs?: number | undefined
}

/** What came of it. */
export interface Measured {
  /** Jobs that were planned, or done. */
  readonly jobs: number
  readonly rows: number
  readonly seconds: number
  /** The largest resident memory, megabytes. */
  readonly memory: number
}

const day = 86_400_000

/** The rows of a page: a bar at noon of twenty days from the first one on. */
const page = (from: number): string =>
  JSON.stringify({
    status: "OK",
    results: Array.from({ length: 20 }, (_, index) => ({
      ...{ t: from + index * day + day / 2, o: 10, h: 11, l: 9, c: 10.5, v: 1000, vw: 10.2, n: 10 },
    })),
  })

const none = JSON.stringify({ status: "OK", results: [] })

/** A service whose pages are constant but for their time. */
const constant = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request, url) => {
    const from = Number(url.pathname.split("/")[8])
    const body = url.pathname.startsWith("/v2/aggs/") ? page(from) : none
    return Effect.succeed(
      HttpClientResponse.fromWeb(request, new Response(body, { headers: { "content-type": "application/json" } })),
    )
  }),
)

const main = Effect.gen(function* () {
  const { jobs: most, tickers, ...place } = JSON.parse(process.argv[2]!) as Settings
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
