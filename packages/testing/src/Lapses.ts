/**
 * Lapses of a service, for tests of programs that must notice them: answers that arrive whole, and whose content is
 * wrong. They wrap any `HttpClient`, including the sandbox's, which also takes them as an option:
 *
 * ```ts
 * const Lapsing = Lapses.layer({ seed: 7, lapses: { Empty: "once", DoubledDay: "always", OtherTicker: 0.1 } })
 * const Live = Stocks.layer.pipe(
 *   Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" })),
 *   Layer.provideMerge(Lapsing),
 *   Layer.provide(Sandbox.layerHttpClient()),
 * )
 * ```
 *
 * What changes depends on the seed, the path and query, and the number of earlier answers for them: not on the time,
 * the host, or other requests. {@link Lapse.kinds} says who has seen each.
 *
 * @module
 */
import * as Admission from "@candela/core/internal/Admission"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as Fault from "./Fault.js"
import { draw } from "./internal/draw.js"
import * as Placing from "./internal/placing.js"
import { answerOf } from "./internal/received.js"
import * as Step from "./internal/step.js"
import * as Lapse from "./Lapse.js"

/** Lapses, and when they occur. */
export type Occurrences = { readonly [Name in Lapse.Name]?: Lapse.Occurrence | undefined }

/** Options of {@link make} and {@link layer}. */
export interface Options {
  /** Seed of what is drawn. Default 1. */
  readonly seed?: number | undefined
  /** Lapses, and when they occur. Several may change the same answer, in the order of `Lapse.names`. */
  readonly lapses: Occurrences
}

/** A lapse in an answer. */
export interface Met {
  /** Kind of lapse. */
  readonly lapse: Lapse.Name
  /** Path and query of the request, without a key. */
  readonly url: string
  /** Number of earlier answers for this URL. */
  readonly repetition: number
}

/** Changes answers, and records the changes. */
export interface Service {
  /**
   * Returns the answer to a request for a URL with its lapses; the same answer if it has none. Only answers with status
   * 200 have lapses.
   */
  readonly alter: (url: URL, answer: Fault.Response) => Effect.Effect<Fault.Response>
  /** Lapses so far, in the order of the answers. */
  readonly met: Effect.Effect<ReadonlyArray<Met>>
}

/** Lapses of a layer. */
export class Lapses extends Context.Tag("@candela/testing/Lapses")<Lapses, Service>() {}

/** Lapses so far, in the order of the answers. */
export const met: Effect.Effect<ReadonlyArray<Met>, never, Lapses> = Effect.flatMap(Lapses, ({ met }) => met)

const isPossible = (occurrence: Lapse.Occurrence) =>
  typeof occurrence === "string" || (occurrence >= 0 && occurrence <= 1)

const expected = `LAPSE, LAPSE:once, LAPSE:always or LAPSE:PROBABILITY such as DoubledDay:0.1, several with commas, where LAPSE is one of ${Lapse.names.join(", ")}`

/**
 * Parses lapses, each as `DoubledDay`, `Empty:once`, `Empty:always` or `Empty:0.1`, several with commas between them.
 * The error completes the sentence "must be ...".
 */
export const parse = (texts: ReadonlyArray<string>): Either.Either<Occurrences, string> => {
  const found = texts
    .flatMap((text) => text.split(","))
    .map((text) => /^(\w+)(?::(once|always|0|1|0?\.\d+))?$/.exec(text.trim()))
  const pairs = found.map((match) => {
    const [, name = "", occurrence] = match ?? []
    if (!Lapse.isName(name)) return undefined
    const occurs = occurrence ?? Lapse.kinds[name].occurs
    return [name, occurs === "once" || occurs === "always" ? occurs : Number(occurs)] as const
  })
  return pairs.every((pair) => pair !== undefined) ? Either.right(Object.fromEntries(pairs)) : Either.left(expected)
}

/** Makes the changes. A probability below 0 or above 1 is a defect. */
export const make = ({ lapses, seed = 1 }: Options): Effect.Effect<Service> =>
  Effect.suspend(() => {
    const wrong = Object.entries(lapses).find(([, occurrence]) => occurrence !== undefined && !isPossible(occurrence))
    if (wrong !== undefined) {
      return Effect.dieMessage(`Lapses.make: the probability of ${wrong[0]} must be from 0 to 1: it is ${wrong[1]}`)
    }
    const answers = new Map<string, number>()
    const spent = new Set<string>()
    const record: Array<Met> = []

    const alter = (requested: URL, answer: Fault.Response, machine: number): Fault.Response => {
      const url = Placing.withoutKey(requested)
      const path = Placing.pathOf(url)
      const repetition = answers.get(path) ?? 0
      answers.set(path, repetition + 1)
      const date = Date.parse(answer.headers["date"] ?? "")
      const now = Number.isNaN(date) ? machine : date
      let altered = answer
      for (const name of Lapse.names) {
        const occurrence = lapses[name]
        const { alter, applies }: Lapse.Kind = Lapse.kinds[name]
        const once = `${name} ${path}`
        if (occurrence === undefined || !applies(url) || (occurrence === "once" && spent.has(once))) continue
        if (typeof occurrence === "number" && draw(seed, path, repetition, name) >= occurrence) continue
        const changed = alter(altered, { url, now, draw: (label) => draw(seed, path, name, label) })
        if (changed === undefined) continue
        altered = changed
        spent.add(once)
        record.push({ lapse: name, url: path, repetition })
      }
      return altered
    }

    return Effect.succeed({
      // protects: A lapse changes answers of success alone.
      // mutant: "leaves answers alone that it does not concern, and those that are no success": === 200 → !== 0
      alter: (url, answer) =>
        answer.status === 200
          ? Effect.map(Clock.currentTimeMillis, (machine) => alter(url, answer, machine))
          : Effect.succeed(answer),
      met: Effect.sync(() => [...record]),
    })
  })

/** Applies the lapses to the answers of a client. */
export const wrap = (client: HttpClient.HttpClient, lapses: Service): HttpClient.HttpClient => {
  const send = Admission.sender(client)
  return Admission.offering(
    HttpClient.make((request, url, signal) =>
      send(request).pipe(
        Effect.flatMap(answerOf),
        Effect.flatMap((answer) => lapses.alter(url, answer)),
        Effect.flatMap((answer) => Step.perform(Step.make(answer), request, signal)),
      ),
    ),
  )
}

/** `HttpClient` whose answers have the lapses, and the record of them. */
export const layer = (options: Options): Layer.Layer<HttpClient.HttpClient | Lapses, never, HttpClient.HttpClient> =>
  Layer.effectContext(
    Effect.map(Effect.all([HttpClient.HttpClient, make(options)]), ([client, lapses]) =>
      Context.make(HttpClient.HttpClient, wrap(client, lapses)).pipe(Context.add(Lapses, lapses)),
    ),
  )
