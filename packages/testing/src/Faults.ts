/**
 * Faults of a service, for tests of programs that must tolerate them. They wrap any `HttpClient`,
 * including the sandbox's:
 *
 * ```ts
 * const Faulty = Faults.layer({ seed: 7, faults: { "503": 0.05, ResetInBody: 0.02, "429": 0.01 } })
 * const Live = Stocks.layer.pipe(
 *   Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" })),
 *   Layer.provideMerge(Faulty),
 *   Layer.provide(Sandbox.layerHttpClient()),
 * )
 * ```
 *
 * Whether a request gets a drawn fault depends on the seed, its path and query, and the number of earlier
 * requests for them: not on the time, the host, or other requests. A failure can be replayed with its seed.
 *
 * A fault can also be placed by a rule, with or without drawn ones:
 *
 * ```ts
 * const endpoint = Stocks.endpoints.bars
 * Faults.layer({ rules: [{ fault: "ResetInBody", endpoint, ticker: "AAPL", page: 3, attempt: 1 }] })
 * ```
 *
 * @module
 */
import * as Admission from "@candela/core/internal/Admission"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Fault from "./Fault.js"
import { draw } from "./internal/draw.js"
import * as Placing from "./internal/placing.js"
import { answerOf } from "./internal/received.js"
import * as Step from "./internal/step.js"

export type { Rule } from "./internal/placing.js"

/** Faults and their probabilities. */
export interface Options {
  /** Seed of the drawn faults. Default 1. */
  readonly seed?: number | undefined
  /** Probability of each drawn fault, from 0 to 1; together at most 1. Default: none. */
  readonly faults?: Probabilities | undefined
  /** Faults of certain requests. The first matching rule decides; for requests without a match faults are drawn. */
  readonly rules?: ReadonlyArray<Placing.Rule> | undefined
  /** Delay of a response by `Latency`. Default 1 second. */
  readonly latency?: Duration.DurationInput | undefined
  /** Wait requested by `429`, in whole seconds. Default 1 second. */
  readonly retryAfter?: Duration.DurationInput | undefined
  /**
   * Number of consecutive requests with a `429` of either kind: the drawn one, and repetitions of
   * the same URL. Default 2.
   */
  readonly burst?: number | undefined
  /**
   * Maximum number of consecutive drawn faults of a URL: the next request is spared. Default 3, so
   * that `Retry.standard`, which retries five times, always succeeds.
   */
  readonly inRow?: number | undefined
  /** Origin of `ForeignNextUrl`. Default `https://foreign.invalid`, which does not exist. */
  readonly foreign?: string | undefined
}

/** Probabilities of faults, from 0 to 1. */
export type Probabilities = { readonly [Name in Fault.Name]?: number | undefined }

/** A fault that was applied to a request. */
export interface Met {
  /** Kind of fault. */
  readonly fault: Fault.Name
  /** Path and query of the request, without a key. */
  readonly url: string
  /** Number of earlier requests for this URL. */
  readonly repetition: number
}

/** Fault of the next request. */
export interface Next {
  /** Kind of fault. */
  readonly fault: Fault.Name
  /** Whether the request is to be sent. */
  readonly isSent: boolean
  /** Returns the replacement response. `answer` runs at most once, and not at all if the request is not to be sent. */
  readonly step: <E, R>(answer: Effect.Effect<Fault.Response, E, R>) => Effect.Effect<Step.Behaviour, E, R>
}

/** Places and draws the faults of requests, and records them. */
export interface Service {
  /** Returns the fault of the next request of a URL; `undefined` if there is none. */
  readonly next: (url: URL) => Next | undefined
  /** Learns the next page from the response to a URL; `undefined` if no rule needs it. */
  readonly follow: ((url: URL, answer: Fault.Response) => void) | undefined
  /** Applied faults, in the order of their responses, without those that did not apply to their response. */
  readonly met: Effect.Effect<ReadonlyArray<Met>>
}

/** Faults of a layer. */
export class Faults extends Context.Tag("@candela/testing/Faults")<Faults, Service>() {}

/** Applied faults, in the order of their responses, without those that did not apply to their response. */
export const met: Effect.Effect<ReadonlyArray<Met>, never, Faults> = Effect.flatMap(Faults, ({ met }) => met)

/** Whether each probability is at least 0, and their sum at most 1. */
const arePossible = (faults: Probabilities): boolean => {
  const shares = Object.values(faults).filter((share) => share !== undefined)
  // Sums such as 0.1 + 0.2 + 0.7 are not exact.
  return shares.every((share) => share >= 0) && shares.reduce((sum, share) => sum + share, 0) <= 1 + 1e-9
}

const expected = `FAULT:PROBABILITY such as 503:0.05, with probabilities that are together at most 1, where FAULT is one of ${Fault.names.join(", ")}`

/** Parses faults and their probabilities, each as `503:0.05`. The error completes the sentence "must be ...". */
export const parse = (texts: ReadonlyArray<string>): Either.Either<Probabilities, string> => {
  const found = texts.map((text) => /^(\w+):(0|1|0?\.\d+)$/.exec(text))
  const faults = Object.fromEntries(found.map((match) => [match?.[1] ?? "", Number(match?.[2])]))
  return Object.keys(faults).every(Fault.isName) && arePossible(faults) ? Either.right(faults) : Either.left(expected)
}

interface History {
  repetitions: number
  inRow: number
  /** Number of pages with status 200 since the last request without a fault. */
  pages: number
  burst: { readonly fault: Fault.Name; left: number } | undefined
}

/**
 * Places and draws faults. Negative probabilities, or a sum above 1, are a defect, and so is a page
 * or an attempt that is not a whole number from 1.
 */
export const make = (options: Options): Effect.Effect<Service> =>
  Effect.suspend(() => {
    const { burst = 2, faults = {}, foreign = "https://foreign.invalid", rules = [], seed = 1 } = options
    const inRow = options.inRow ?? 3
    // Clients retry such a page once.
    const mostPages = options.inRow ?? 1
    if (!arePossible(faults)) {
      return Effect.dieMessage("Faults.make: each probability must be at least 0, and all together at most 1")
    }
    const wrong = rules.findIndex((rule) => !Placing.isPossible(rule))
    if (wrong >= 0) {
      return Effect.dieMessage(
        `Faults.make: rules[${wrong}]: page and attempt must be whole numbers from 1, and probability from 0 to 1`,
      )
    }
    const listings = new Placing.Listings()
    const latency = Duration.decode(options.latency ?? "1 second")
    const retryAfter = Duration.decode(options.retryAfter ?? "1 second")
    const histories = new Map<string, History>()
    const record: Array<Met> = []

    const drawn = (path: string, repetition: number): Fault.Name | undefined => {
      let share = draw(seed, path, repetition)
      // Integer-like keys come first in any record, and the order must not depend on the notation.
      return Fault.names.find((name) => (share -= faults[name] ?? 0) < 0)
    }

    const decide = (url: URL, path: string, history: History): Fault.Name | undefined => {
      const attempt = history.repetitions + 1
      const placed = rules.find(
        (rule, index) =>
          listings.fulfils(url, attempt, rule) &&
          draw(seed, path, history.repetitions, `rule ${index}`) < (rule.probability ?? 1),
      )
      if (placed !== undefined) return placed.fault
      const spared = history.inRow === inRow
      const running = history.burst !== undefined && history.burst.left > 0 ? history.burst : undefined
      const found = spared ? undefined : (running?.fault ?? drawn(path, history.repetitions))
      const fault = found === "Html200" && history.pages === mostPages ? undefined : found
      history.inRow = fault === undefined ? 0 : history.inRow + 1
      history.pages = fault === undefined ? 0 : history.pages + (fault === "Html200" ? 1 : 0)
      if (fault === undefined) history.burst = undefined
      else if (running !== undefined) running.left--
      else if (fault.startsWith("429")) history.burst = { fault, left: burst - 1 }
      return fault
    }

    const next: Service["next"] = (requested) => {
      const url = Placing.withoutKey(requested)
      const path = Placing.pathOf(url)
      const history: History = histories.get(path) ?? { repetitions: 0, inRow: 0, pages: 0, burst: undefined }
      histories.set(path, history)
      const repetition = history.repetitions
      const fault = decide(url, path, history)
      history.repetitions++
      if (fault === undefined) return undefined
      const { strike } = Fault.kinds[fault] as Fault.Kind
      const struck: Fault.Struck = {
        url,
        foreign,
        latency,
        retryAfter,
        draw: (label) => draw(seed, path, repetition, label),
      }
      const note = (step: Step.Behaviour) => {
        record.push({ fault, url: path, repetition })
        return step
      }
      return {
        fault,
        isSent: strike._tag === "Change",
        step: (answer) =>
          strike._tag === "Instead"
            ? Effect.sync(() => note(strike.step(struck)))
            : Effect.flatMap(answer, (received) => {
                const step = strike.step(received, struck)
                if (step === undefined) return Effect.succeed(Step.make(received))
                return Effect.map(Effect.isEffect(step) ? step : Effect.succeed(step), note)
              }),
      }
    }

    const follow = rules.some(Placing.needsPages) ? listings.follow : undefined
    return Effect.succeed({ next, follow, met: Effect.sync(() => [...record]) })
  })

/**
 * Applies the faults to the requests of a client. A response without a fault is the client's own,
 * unless a rule needs its `next_url`.
 */
export const wrap = (client: HttpClient.HttpClient, faults: Service): HttpClient.HttpClient => {
  const send = Admission.sender(client)
  return Admission.offering(
    HttpClient.make((request, url, signal) =>
      Effect.suspend(() => {
        const { follow } = faults
        const next = faults.next(url)
        if (next === undefined && follow === undefined) return send(request)
        const received = Effect.tap(Effect.flatMap(send(request), answerOf), (answer) =>
          Effect.sync(() => follow?.(url, answer)),
        )
        const answered = next === undefined ? Effect.map(received, Step.make) : next.step(received)
        const performed = Effect.flatMap(answered, (step) => Step.perform(step, request, signal))
        // A request that is not sent still counts as sent: it takes its place in the rate limit, and pauses delay it.
        return next?.isSent === false
          ? Admission.admit(({ enter, left }) =>
              enter.pipe(Effect.zipRight(Effect.sync(left)), Effect.zipRight(performed)),
            )
          : performed
      }),
    ),
  )
}

/** `HttpClient` that applies faults to requests on the way to the given one, and the record of those faults. */
export const layer = (options: Options): Layer.Layer<HttpClient.HttpClient | Faults, never, HttpClient.HttpClient> =>
  Layer.effectContext(
    Effect.map(Effect.all([HttpClient.HttpClient, make(options)]), ([client, faults]) =>
      Context.make(HttpClient.HttpClient, wrap(client, faults)).pipe(Context.add(Faults, faults)),
    ),
  )
