/**
 * Faults of a service, for the tests of programs that must bear them. They wrap any `HttpClient`, the sandbox's among them:
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
 * Whether a request meets a fault follows from the seed, its path and query, and how often they were requested before: not from the time, the host, or other
 * requests. A failure can be replayed with its seed.
 *
 * @module
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Fault from "./Fault.js"
import { draw } from "./internal/draw.js"
import { gunzip } from "./internal/gzip.js"
import * as Step from "./internal/step.js"

/** Which faults there are, and how often. */
export interface Options {
  /** Another seed gives other faults. */
  readonly seed: number
  /** The probability of each fault, from 0 to 1; together at most 1. */
  readonly faults: { readonly [Name in Fault.Name]?: number | undefined }
  /** How long `Latency` delays an answer. Default 1 second. */
  readonly latency?: Duration.DurationInput | undefined
  /** The wait that `429` requests, in whole seconds. Default 1 second. */
  readonly retryAfter?: Duration.DurationInput | undefined
  /** How many requests in a row meet a `429` of either kind: the drawn one, and repetitions of the same URL. Default 2. */
  readonly burst?: number | undefined
  /**
   * How many faults in a row a URL meets at most: the next request is spared. Default 3, so that `Retry.standard`, which retries five times, always succeeds.
   */
  readonly inRow?: number | undefined
  /** The origin that `ForeignNextUrl` leads to. Default `https://foreign.invalid`, which nobody has. */
  readonly foreign?: string | undefined
}

/** A fault that a request has met. */
export interface Met {
  /** The kind of fault. */
  readonly fault: Fault.Name
  /** Path and query of the request, without a key. */
  readonly url: string
  /** How often this URL was requested before. */
  readonly repetition: number
}

/** A fault that a request is about to meet. */
export interface Next {
  /** The kind of fault. */
  readonly fault: Fault.Name
  /** What takes the place of the answer. `answer` runs at most once, and not at all where the request is not to be sent. */
  readonly step: <E, R>(answer: Effect.Effect<Fault.Answer, E, R>) => Effect.Effect<Step.Step, E, R>
}

/** Draws the faults of requests, and records them. */
export interface Service {
  /** The fault that the next request of a URL meets; `undefined` where it meets none. */
  readonly next: (url: URL) => Next | undefined
  /** The faults that were met, in the order of their answers. A fault that did not apply to its answer was not met. */
  readonly met: Effect.Effect<ReadonlyArray<Met>>
}

/** The faults of a layer. */
export class Faults extends Context.Tag("@candela/testing/Faults")<Faults, Service>() {}

/** The faults that were met, in the order of their answers. A fault that did not apply to its answer was not met. */
export const met: Effect.Effect<ReadonlyArray<Met>, never, Faults> = Effect.flatMap(Faults, ({ met }) => met)

/** Whether each probability is at least 0, and all together at most 1. */
const arePossible = (faults: Options["faults"]): boolean => {
  const shares = Object.values(faults).filter((share) => share !== undefined)
  // Sums such as 0.1 + 0.2 + 0.7 are not exact.
  return shares.every((share) => share >= 0) && shares.reduce((sum, share) => sum + share, 0) <= 1 + 1e-9
}

const expected = `FAULT:PROBABILITY such as 503:0.05, with probabilities that are together at most 1, where FAULT is one of ${Fault.names.join(", ")}`

/** Reads faults and their probabilities, each as `503:0.05`. What else there is is refused in words that end the sentence "must be ...". */
export const parse = (texts: ReadonlyArray<string>): Either.Either<Options["faults"], string> => {
  const found = texts.map((text) => /^(\w+):(0|1|0?\.\d+)$/.exec(text))
  const faults = Object.fromEntries(found.map((match) => [match?.[1] ?? "", Number(match?.[2])]))
  return Object.keys(faults).every(Fault.isName) && arePossible(faults) ? Either.right(faults) : Either.left(expected)
}

/** The URL without the key: neither a record nor a draw depends on it. */
const withoutKey = (url: URL): URL => {
  const clean = new URL(url)
  for (const name of [...clean.searchParams.keys()]) {
    if (/^api[_-]?key$/i.test(name)) clean.searchParams.delete(name)
  }
  clean.hash = clean.username = clean.password = ""
  return clean
}

interface History {
  repetitions: number
  inRow: number
  burst: { readonly fault: Fault.Name; left: number } | undefined
}

/** Draws faults. Probabilities that are less than 0, or more than 1 together, are a defect. */
export const make = (options: Options): Effect.Effect<Service> =>
  Effect.suspend(() => {
    const { burst = 2, faults, foreign = "https://foreign.invalid", inRow = 3, seed } = options
    if (!arePossible(faults)) {
      return Effect.dieMessage("Faults.make: each probability must be at least 0, and all together at most 1")
    }
    const latency = Duration.decode(options.latency ?? "1 second")
    const retryAfter = Duration.decode(options.retryAfter ?? "1 second")
    const histories = new Map<string, History>()
    const record: Array<Met> = []

    const drawn = (path: string, repetition: number): Fault.Name | undefined => {
      let share = draw(seed, path, repetition)
      // Integer-like keys come first in any record, and the order must not depend on how it was written.
      return Fault.names.find((name) => (share -= faults[name] ?? 0) < 0)
    }

    const decide = (path: string, history: History): Fault.Name | undefined => {
      const spared = history.inRow === inRow
      const running = history.burst !== undefined && history.burst.left > 0 ? history.burst : undefined
      const fault = spared ? undefined : (running?.fault ?? drawn(path, history.repetitions))
      history.inRow = fault === undefined ? 0 : history.inRow + 1
      if (fault === undefined) history.burst = undefined
      else if (running !== undefined) running.left--
      else if (fault.startsWith("429")) history.burst = { fault, left: burst - 1 }
      return fault
    }

    const next: Service["next"] = (requested) => {
      const url = withoutKey(requested)
      // A page that `EmptyPage` leads to is the page itself.
      const path = (url.pathname + url.search).replace(/\??&+$/, "")
      const history: History = histories.get(path) ?? { repetitions: 0, inRow: 0, burst: undefined }
      histories.set(path, history)
      const repetition = history.repetitions
      const fault = decide(path, history)
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
      const note = (step: Step.Step) => {
        record.push({ fault, url: path, repetition })
        return step
      }
      return {
        fault,
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

    return Effect.succeed({ next, met: Effect.sync(() => [...record]) })
  })

/** Headers that tell how the body was sent, which is another body now. */
const framing = ["content-encoding", "content-length", "transfer-encoding"]

const answerOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.map(
    Effect.flatMap(response.arrayBuffer, (buffer) => gunzip(new Uint8Array(buffer))),
    (body): Fault.Answer => ({
      status: response.status,
      headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !framing.includes(name))),
      body,
    }),
  )

/** The client whose requests meet the faults. A request that meets none is the client's own. */
export const wrap = (client: HttpClient.HttpClient, faults: Service): HttpClient.HttpClient =>
  HttpClient.make((request, url, signal) =>
    Effect.suspend(() => {
      const next = faults.next(url)
      return next === undefined
        ? client.execute(request)
        : Effect.flatMap(next.step(Effect.flatMap(client.execute(request), answerOf)), (step) =>
            Step.perform(step, request, signal),
          )
    }),
  )

/** An `HttpClient` whose requests meet faults on the way to the given one, and the record of those faults. */
export const layer = (options: Options): Layer.Layer<HttpClient.HttpClient | Faults, never, HttpClient.HttpClient> =>
  Layer.effectContext(
    Effect.map(Effect.all([HttpClient.HttpClient, make(options)]), ([client, faults]) =>
      Context.make(HttpClient.HttpClient, wrap(client, faults)).pipe(Context.add(Faults, faults)),
    ),
  )
