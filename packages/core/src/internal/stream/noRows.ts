/**
 * What an answer without rows means: that the request can have none (a ticker in another form than the service's, a
 * time without data), or that rows are expected, and the service may have left them out.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Absence from "../Absence.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import * as Kind from "../Kind.js"
import * as Request from "../../Request.js"
import * as Step from "../Step.js"
import * as Telemetry from "../../Telemetry.js"
import type { AnySource } from "./calls.js"

/** A parameter with a value that finds nothing, or the requested time, and the reason. */
type Doubt = readonly [name: string, reason: string]

/** Doubts about tickers that must be equal to those of the rows. A bound of a range of tickers may be any text. */
const ofTickers = (endpoint: Endpoint.Any, values: Step.RequestValues): ReadonlyArray<Doubt> =>
  Object.entries(endpoint.wireParams).flatMap(([name, { kind }]) => {
    if (!(name in endpoint.params || kind._tag === "List")) return []
    const [text, meant] = Kind.misspelt(kind, values[name]) ?? []
    return meant === undefined ? [] : [[name, `"${name}" is ${JSON.stringify(text)}: ${meant}`] as const]
  })

const absenceOf = (endpoint: Endpoint.Any, values: Step.RequestValues, now: number | undefined) =>
  Effect.map(Step.recordsOf(endpoint, now), (records) =>
    endpoint.noRows?.(Request.withDefaults(endpoint, values), records),
  )

/** Whether a step that gave no rows is asked again: rows are expected, and the caller does not judge that itself. */
// protects: A store, which compares answers with each other, asks no thin ticker twice.
// mutant: "by a caller that judges it": without judged ||
export const isDoubtful = (
  { endpoint, values }: Step.Step,
  serviceTime: Effect.Effect<number | undefined>,
): Effect.Effect<boolean> =>
  Effect.flatMap(FiberRef.get(Absence.isJudged), (judged) =>
    judged || endpoint.noRows === undefined
      ? Effect.succeed(false)
      : Effect.flatMap(serviceTime, (now) =>
          Effect.map(absenceOf(endpoint, values, now), (absence) => absence?.doubtful === true),
        ),
  )

const told = new WeakMap<object, Set<string>>()

/**
 * Logs why a request has no rows, if that is known: once for each parameter of an endpoint on a connection. Where rows
 * are expected it is counted, too.
 */
export const tell = ({ endpoint, service }: AnySource, values: Step.RequestValues): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { connection } = service
    // protects: What lies in the future is decided by the service's clock.
    // mutant: "why, once": yield* service.serviceTime → undefined
    const absence = yield* absenceOf(endpoint, values, yield* service.serviceTime)
    const misspelt = ofTickers(endpoint, values)
    const isDoubtful = absence?.doubtful === true && misspelt.length === 0
    if (isDoubtful && (yield* FiberRef.get(Absence.isJudged))) return
    if (isDoubtful) yield* Telemetry.update(Telemetry.doubtfulAnswers, endpoint, 1)
    const doubts: ReadonlyArray<Doubt> = [
      ...misspelt,
      ...(absence === undefined || (absence.doubtful && !isDoubtful) ? [] : [["", absence.reason] as const]),
    ]
    const known = told.get(connection) ?? new Set()
    told.set(connection, known)
    for (const [name, reason] of doubts) {
      const kind = `${endpoint.name} ${name}${isDoubtful ? "doubtful" : ""}`
      // protects: A reason for missing rows is told once.
      // mutant: "why, once": removed
      if (known.has(kind)) continue
      known.add(kind)
      const others = isDoubtful ? ". Others are counted and not logged" : ""
      yield* Effect.logWarning(`${endpoint.name}: no rows. ${connection.redaction.text(reason)}${others}`)
    }
  })
