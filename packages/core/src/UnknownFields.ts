/**
 * Counts parts of responses that are missing in schemas: fields, and values of open enumerations
 * (`Field.openEnum`). Decoding ignores both, so these metrics reveal additions to the service. Put
 * the layer between the services and the connection:
 *
 * ```ts
 * Stocks.layer.pipe(Layer.provide(UnknownFields.layer), Layer.provide(MarketData.layer({ ... })))
 * ```
 *
 * A sample of each response is compared with the schema: the first 8 rows, or the single value, if
 * within the first 64 KiB. The fields around them are not compared.
 *
 * @module
 */
import * as Foreign from "./internal/Foreign.js"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Predicate from "effect/Predicate"
import type * as Endpoint from "./declare/Endpoint.js"
import * as Envelope from "./declare/Envelope.js"
import * as Accounts from "./internal/accounts.js"
import { eachValue, locate } from "./internal/json/locate.js"
import { skipValue, text } from "./internal/json/tokenizer.js"
import { MarketData } from "./MarketData.js"
import * as Structure from "./internal/Structure.js"
import * as Telemetry from "./Telemetry.js"

/**
 * `candela_unknown_fields_total`: fields of an endpoint's responses that are missing in its schema.
 * Each path counts once.
 */
export const fields = Metric.counter("candela_unknown_fields_total", {
  description: "Fields that the schema does not know",
  incremental: true,
})

/**
 * `candela_unknown_values_total`: values of an endpoint's open enumerations that are missing in its
 * schema. Each value of a field counts once.
 */
export const values = Metric.counter("candela_unknown_values_total", {
  description: "Values of enumerations that the schema does not name",
  incremental: true,
})

const mostRows = 8
const mostBytes = 65_536
/** Maximum number of findings kept per endpoint. When it is reached, its responses are no longer sampled. */
const mostFindings = 100

/** Returns the first rows of a response, or its single value. */
const sampleOf = (endpoint: Endpoint.Any, bytes: Uint8Array): ReadonlyArray<unknown> => {
  const start = bytes.subarray(0, mostBytes)
  const sample: Array<unknown> = []
  const take = (p: number) => {
    const end = skipValue(start, p)
    if (end >= 0) sample.push(JSON.parse(text(start, p, end)))
    return end
  }
  const p = locate(start, endpoint.at?.split(".").filter(Boolean) ?? [], "first")
  if (p < 0) return sample
  if (endpoint.kind === "single") take(p)
  else eachValue(start, p, (_, value) => (sample.length < mostRows ? take(value) : ~value))
  return sample
}

/** Returns the members of a union, or the type itself. */
const membersOf = (type: Structure.Type): ReadonlyArray<Structure.Type> =>
  type._tag === "Union" ? type.types.flatMap(membersOf) : [type]

const sampleTypes = (endpoint: Endpoint.Any): ReadonlyArray<Structure.Type> => {
  const schemas =
    endpoint.kind !== "single"
      ? [endpoint.row]
      : endpoint.at === undefined
        ? [endpoint.value, Envelope.List]
        : [endpoint.value]
  return schemas.flatMap(({ ast }) => membersOf(Structure.of(ast)))
}

/** Whether values of a type can be anything. */
const isFree = ({ _tag }: Structure.Type): boolean => _tag === "Other"

interface Finding {
  /** Keys of the document that lead to the finding, `*` for those of a map; arrays have none. */
  readonly path: string
  /** The value of an enumeration; absent for a field. */
  readonly value?: string
}

/** Yields the parts of a value that are unknown to all types. */
function* unknownIn(types: ReadonlyArray<Structure.Type>, value: unknown, path: string): Generator<Finding> {
  if (types.some(isFree)) return
  if (Array.isArray(value)) {
    const items = types.flatMap((type) => (type._tag === "List" ? membersOf(type.item) : []))
    for (const item of value) yield* unknownIn(items, item, path)
  } else if (Predicate.isRecord(value)) {
    const known = types.flatMap((type) => (type._tag === "Struct" ? Structure.fieldsOf(type) : []))
    const mapped = types.flatMap((type) => (type._tag === "Map" ? membersOf(type.value) : []))
    for (const [key, inner] of Object.entries(value)) {
      const same = known.filter(({ wireKey }) => wireKey === key)
      const isMapped = same.length === 0 && mapped.length > 0
      const step = isMapped ? "*" : key
      const own = path === "" ? step : `${path}.${step}`
      if (isMapped) yield* unknownIn(mapped, inner, own)
      else if (same.length === 0) yield { path: own }
      else if (!same.some(({ lenient }) => lenient))
        yield* unknownIn(
          same.flatMap((field) => membersOf(Structure.ofField(field))),
          inner,
          own,
        )
    }
  } else if (Predicate.isString(value)) {
    // A text other than an open enumeration can have any value.
    const texts = types.flatMap((type) => (type._tag === "Text" ? [type.known] : []))
    const isKnown = texts.some((known) => known.length === 0 || known.includes(value))
    const isLiteral = types.some((type) => type._tag === "Literal" && type.value === value)
    if (texts.length > 0 && !isKnown && !isLiteral) yield { path, value }
  }
}

const make = (service: MarketData.Service): MarketData.Service => {
  const reported = new Map<string, Set<string>>()
  // Redacted before it is cut, because part of a key would not be found.
  const quote = (found: string, most: number) =>
    Foreign.show(JSON.stringify(service.connection.redaction.text(found).slice(0, most)))
  const report = (endpoint: Endpoint.Any, seen: Set<string>, sample: ReadonlyArray<unknown>) =>
    Effect.gen(function* () {
      const types = sampleTypes(endpoint)
      for (const one of sample) {
        for (const { path, value } of unknownIn(types, one, endpoint.at ?? "")) {
          const place = quote(path, 256)
          const fault = value === undefined ? `field ${place}` : `value ${quote(value, 64)} in ${place}`
          if (seen.size === mostFindings) return
          if (seen.has(fault)) continue
          seen.add(fault)
          yield* Metric.update(Telemetry.of(value === undefined ? fields : values, endpoint), 1)
          yield* Effect.logDebug(`A response of ${endpoint.name} has the unknown ${fault}.`)
        }
      }
    })
  const get: MarketData.Service["get"] = (step, call) =>
    Effect.suspend(() => {
      const { endpoint } = step
      const seen = reported.get(endpoint.name) ?? new Set()
      reported.set(endpoint.name, seen)
      if (seen.size === mostFindings) return service.get(step, call)
      let sample: ReadonlyArray<unknown> = []
      const onDocument = (bytes: Uint8Array) => {
        sample = sampleOf(endpoint, bytes)
        call.onDocument?.(bytes)
      }
      return Effect.tap(service.get(step, { ...call, onDocument }), () => report(endpoint, seen, sample))
    })
  return MarketData.of({ ...service, get })
}

/** Connection of the context that also counts unknown fields and values, at most 100 per endpoint. */
export const layer: Layer.Layer<MarketData, never, MarketData> = /* @__PURE__ */ Layer.fresh(
  /* @__PURE__ */ Layer.effect(
    MarketData,
    /* @__PURE__ */ Effect.flatMap(
      /* @__PURE__ */ Accounts.taken(MarketData),
      /* @__PURE__ */ Accounts.onceFor((service: MarketData.Service) => Effect.sync(() => make(service))),
    ),
  ),
)
