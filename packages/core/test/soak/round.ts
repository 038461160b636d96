/** A round of the soak: some impatient consumers on one connection to a faulty service, and whether they received what they must. */
import { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import { NodeClient } from "@candela/node"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Cause, Context, Effect, Exit, Fiber, Layer, Option, Scope, Stream, Supervisor } from "effect"
import { Chance } from "../decoder/documents.js"
import { difference } from "../decoder/law.js"
import { Weather, type Reading } from "../support/endpoints.js"
import { sized } from "../support/forms.js"
import { impatient, type Pulled } from "../support/impatient.js"
import { readingAt } from "../support/readingsServer.js"
import * as Departures from "./departures.js"
import * as FaultyServer from "./faultyServer.js"
import * as Plan from "./plan.js"

/** What a round, or many of them, did. */
export interface Totals {
  readonly rounds: number
  readonly requests: number
  readonly faults: number
  readonly interruptions: number
  readonly rows: number
  readonly lost: number
  readonly repeated: number
  readonly outOfOrder: number
  /** Each in one sentence. */
  readonly violations: ReadonlyArray<string>
}

export const nothing: Totals = {
  rounds: 0,
  requests: 0,
  faults: 0,
  interruptions: 0,
  rows: 0,
  lost: 0,
  repeated: 0,
  outOfOrder: 0,
  violations: [],
}

export const add = (a: Totals, b: Totals): Totals => ({
  rounds: a.rounds + b.rounds,
  requests: a.requests + b.requests,
  faults: a.faults + b.faults,
  interruptions: a.interruptions + b.interruptions,
  rows: a.rows + b.rows,
  lost: a.lost + b.lost,
  repeated: a.repeated + b.repeated,
  outOfOrder: a.outOfOrder + b.outOfOrder,
  violations: [...a.violations, ...b.violations],
})

/** How long a round may wait for what must happen at once, and for its consumers; in milliseconds of real time. */
export interface Bounds {
  readonly atOnce: number
  readonly consumers: number
}

/** Departures are compared with a clock that is read shortly after the client's: the least difference that counts, in milliseconds. */
const clockTolerance = 1

const retry = Retry.make({ base: "1 millis", cap: "20 millis", times: 50 })

/** The services of a round, on a client of its own. */
const layerOf = (plan: Plan.Plan, baseUrl: string) =>
  Weather.layer.pipe(
    Layer.provide(
      MarketData.layer({
        baseUrl,
        apiKey: "key",
        retry,
        rateLimit: plan.rateLimit && RateLimit.make(plan.rateLimit),
        retryBudget: { reserve: Infinity },
        timeout: plan.timeout,
      }),
    ),
    Layer.provide(
      plan.client === "node" ? NodeClient.layerWith({ connections: plan.connections }) : FetchHttpClient.layer,
    ),
  )

type Received = Pulled<Reading, MarketDataError>

/** What a consumer receives, as rows. */
const consume = (
  { readings }: Weather.Service,
  { form, options, pageSize, request, take = Number.POSITIVE_INFINITY, waits }: Plan.Consumer,
): Effect.Effect<Received> => {
  const rows = <A>(stream: Stream.Stream<A, MarketDataError>, rowsOf: (element: A) => ReadonlyArray<Reading>) =>
    Effect.map(impatient(take === Number.POSITIVE_INFINITY ? stream : Stream.take(stream, take), waits), (pulled) => ({
      ...pulled,
      elements: pulled.elements.flatMap(rowsOf),
    }))
  const asked = sized(form, request, pageSize, options)
  switch (form) {
    case "pages":
      return rows(readings.pages(...asked), ({ results }) => results)
    case "stream":
      return rows(readings.stream(...asked), (row) => [row])
    case "columns":
      return rows(readings.columns(...asked), (columns) => columns.toRows())
  }
}

/** How the rows of a consumer differ from the readings that it asked for. One that left, or whose layer was closed, has the first of them. */
const compare = ({ request, take }: Plan.Consumer, { elements, failure }: Received) => {
  const seen = new Set<number>()
  let [lost, repeated, outOfOrder, wrong] = [0, 0, 0, 0]
  let before = request.from - 1
  for (const row of elements) {
    if (seen.has(row.at)) repeated++
    else if (row.at < before) outOfOrder++
    seen.add(row.at)
    before = row.at
    if (row.at < request.from || row.at > request.to || difference(row, readingAt(row.at)) !== undefined) wrong++
  }
  const last = take !== undefined || Option.isSome(failure) ? Math.max(...seen, request.from - 1) : request.to
  for (let at = request.from; at <= last; at++) if (!seen.has(at)) lost++
  return { lost, repeated, outOfOrder, wrong }
}

const isClosed = (failure: Option.Option<Cause.Cause<MarketDataError>>) => {
  const error = Option.flatMap(failure, Cause.failureOption)
  return Option.isSome(error) && error.value._tag === "TransportError" && error.value.reason === "Closed"
}

/** Whether something holds within so many milliseconds. */
const within = (milliseconds: number, condition: Effect.Effect<boolean>): Effect.Effect<boolean> =>
  Effect.repeat(Effect.delay(condition, 2), { until: (holds) => holds }).pipe(
    Effect.timeoutOption(milliseconds),
    Effect.map(Option.isSome),
  )

/** Runs the round of a seed. */
export const run = (seed: number, bounds: Bounds): Effect.Effect<Totals> => {
  const chance = new Chance(seed)
  const plan = Plan.draw(chance)
  const violations: Array<string> = []
  const must = (holds: boolean, otherwise: string) => {
    if (!holds) violations.push(`round of seed ${seed} (${plan.client}): ${otherwise}`)
  }

  /** Every connection can be used: so many requests at a time arrive. */
  const allConnections = (server: FaultyServer.FaultyServer, { readings }: Weather.Service) => {
    server.gather(plan.connections)
    const request = { station: FaultyServer.gathering, from: 0, to: 0, limit: 1 }
    return Effect.replicateEffect(readings(request), plan.connections, { concurrency: "unbounded" }).pipe(
      Effect.exit,
      Effect.timeoutOption(5 * bounds.atOnce),
      Effect.map((exit) => Option.isSome(exit) && Exit.isSuccess(exit.value)),
    )
  }

  return Effect.gen(function* () {
    const server = yield* FaultyServer.serve(plan.service, chance)
    const departures = yield* Departures.to(server.url)
    const supervisor = yield* Supervisor.track
    let totals = nothing

    const storm = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const weather = Context.get(yield* Layer.buildWithScope(layerOf(plan, server.url), scope), Weather)
      const fibers = yield* Effect.forEach(plan.consumers, (consumer) => Effect.forkDaemon(consume(weather, consumer)))
      const close = Scope.close(scope, Exit.void)
      let leftBeforeClose: number | undefined
      if (plan.closeAfter !== undefined) {
        yield* Effect.sleep(plan.closeAfter)
        yield* close
        leftBeforeClose = departures.length
      }
      const limit = leftBeforeClose === undefined ? bounds.consumers : bounds.atOnce
      const ends = yield* Effect.forEach(
        fibers,
        (fiber) => Effect.timeoutOption(Effect.disconnect(Fiber.await(fiber)), limit),
        { concurrency: "unbounded" },
      )
      ends.forEach((end, index) => {
        const consumer = plan.consumers[index]!
        const name = `consumer ${index} (${JSON.stringify({ ...consumer, waits: consumer.waits.length })})`
        if (Option.isNone(end)) return must(false, `${name} has not ended within ${limit} ms`)
        if (Exit.isFailure(end.value)) return must(false, `${name} died: ${Cause.pretty(end.value.cause)}`)
        const received = end.value.value
        const { wrong, ...counts } = compare(consumer, received)
        const { lost, outOfOrder, repeated } = counts
        must(lost + repeated + outOfOrder + wrong === 0, `${name}: ${JSON.stringify({ ...counts, wrong })}`)
        if (Option.isSome(received.failure)) {
          const closed = leftBeforeClose !== undefined && isClosed(received.failure)
          must(closed, `${name} failed: ${Cause.pretty(received.failure.value)}`)
        }
        totals = add(totals, {
          ...nothing,
          ...counts,
          rows: received.elements.length,
          interruptions: received.interruptions,
        })
      })
      yield* Fiber.interruptAll(fibers)

      const idle = yield* within(
        bounds.atOnce,
        Effect.sync(() => server.open() === 0),
      )
      must(idle, `${server.open()} requests are open when every consumer has ended`)
      if (leftBeforeClose === undefined) {
        const usable = plan.client === "fetch" || (yield* allConnections(server, weather))
        must(usable, `not every one of ${plan.connections} connections can be used after the round`)
        yield* close
      } else {
        yield* Effect.sleep(50)
        must(departures.length === leftBeforeClose, "a request left after the layer was closed")
      }
    })
    yield* Effect.supervised(storm, supervisor)

    const alone = yield* within(
      bounds.atOnce,
      Effect.map(supervisor.value, (fibers) => fibers.length === 0),
    )
    must(alone, `${(yield* supervisor.value).length} fibers are left when the layer is closed`)
    if (plan.client === "node") {
      const disconnected = yield* within(
        bounds.atOnce,
        Effect.sync(() => server.connections() === 0),
      )
      must(disconnected, `${server.connections()} connections are left when the layer is closed`)
    }
    must(server.requests() <= departures.length, "a request arrived whose departure was not seen")
    if (plan.rateLimit !== undefined) {
      const { interval, limit } = plan.rateLimit
      const span = Departures.tightest(departures, limit)
      must(
        span >= interval - clockTolerance,
        `${limit + 1} requests left within ${span} ms, of ${limit} in ${interval}`,
      )
    }
    return add(totals, { ...nothing, rounds: 1, requests: server.requests(), faults: server.faults(), violations })
  }).pipe(Effect.scoped)
}
