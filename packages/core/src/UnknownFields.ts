/**
 * Counts what answers hold and schemas do not know: fields, and values of open enumerations (`Field.openEnum`). Decoding ignores both, so this is how a program
 * notices that the service has grown. Put the layer between the services and the connection:
 *
 * ```ts
 * Stocks.layer.pipe(Layer.provide(UnknownFields.layer), Layer.provide(MarketData.layer({ ... })))
 * ```
 *
 * A sample of each answer is compared with the schema: the first 8 rows, or the single value, if they stand in the first 64 KiB. What stands around them is not
 * compared.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as AST from "effect/SchemaAST"
import type * as Endpoint from "./Endpoint.js"
import * as Envelope from "./Envelope.js"
import { eachValue, locate } from "./internal/json/locate.js"
import { skipValue, text } from "./internal/json/tokenizer.js"
import { MarketData } from "./MarketData.js"
import * as Telemetry from "./Telemetry.js"

/** `candela_unknown_fields_total`: fields of an endpoint's answers that its schema does not know. Each path counts once. */
export const fields = Metric.counter("candela_unknown_fields_total", {
  description: "Fields that the schema does not know",
  incremental: true,
})

/** `candela_unknown_values_total`: values of an endpoint's open enumerations that its schema does not name. Each value of a field counts once. */
export const values = Metric.counter("candela_unknown_values_total", {
  description: "Values of enumerations that the schema does not name",
  incremental: true,
})

const mostRows = 8
const mostBytes = 65_536
/** Upper bound for what is remembered of an endpoint. When it is reached, its answers are no longer sampled. */
const mostFindings = 100

/** The first rows of an answer, or its single value. */
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

/** The types that stand on the wire for a schema: the members of a union, or the one type that it is. */
const wireTypes = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  switch (ast._tag) {
    case "Transformation":
    case "Refinement":
      return wireTypes(ast.from)
    case "Union":
      return ast.types.flatMap(wireTypes)
    default:
      return [ast]
  }
}

const sampleTypes = (endpoint: Endpoint.Any): ReadonlyArray<AST.AST> => {
  if (endpoint.kind !== "single") return wireTypes(endpoint.row.ast)
  const types = wireTypes(endpoint.value.ast)
  return endpoint.at === undefined ? [...types, ...wireTypes(Envelope.List.ast)] : types
}

/** Types whose values can have any fields. A recursive type is not followed. */
const isFree = (type: AST.AST): boolean =>
  ["AnyKeyword", "UnknownKeyword", "ObjectKeyword", "Declaration", "Suspend"].includes(type._tag) ||
  (AST.isTypeLiteral(type) && type.indexSignatures.length > 0)

interface Finding {
  /** The keys of the document that lead to it; arrays have none. */
  readonly path: string
  /** The value of an enumeration; absent for a field. */
  readonly value?: string
}

/** Parts of a value that none of the types knows. */
function* unknownIn(types: ReadonlyArray<AST.AST>, value: unknown, path: string): Generator<Finding> {
  if (types.some(isFree)) return
  if (Array.isArray(value)) {
    const items = types
      .filter(AST.isTupleType)
      .flatMap(({ elements, rest }) => [...elements, ...rest].flatMap(({ type }) => wireTypes(type)))
    for (const item of value) yield* unknownIn(items, item, path)
  } else if (Predicate.isRecord(value)) {
    const known = types.filter(AST.isTypeLiteral).flatMap(({ propertySignatures }) => propertySignatures)
    for (const [key, inner] of Object.entries(value)) {
      const own = path === "" ? key : `${path}.${key}`
      const same = known.filter(({ name }) => name === key)
      const within = same.flatMap(({ type }) => wireTypes(type))
      if (same.length === 0) yield { path: own }
      else yield* unknownIn(within, inner, own)
    }
  } else if (Predicate.isString(value)) {
    // A string that is not an open enumeration knows every value.
    const strings = types.filter(AST.isStringKeyword)
    const known = strings.flatMap((type) => Option.getOrElse(AST.getExamplesAnnotation(type), () => [value]))
    const isLiteral = types.some((type) => AST.isLiteral(type) && type.literal === value)
    if (strings.length > 0 && !known.includes(value) && !isLiteral) yield { path, value }
  }
}

const make = (service: MarketData.Service): MarketData.Service => {
  const reported = new Map<string, Set<string>>()
  // Redacted before it is cut, because half of a key is not found.
  const quote = (found: string, most: number) => JSON.stringify(service.connection.redaction.text(found).slice(0, most))
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
          yield* Effect.logDebug(`An answer of ${endpoint.name} has the unknown ${fault}.`)
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

/** The connection of the context, which also counts what schemas do not know. Each layer remembers at most 100 fields and values of an endpoint. */
export const layer: Layer.Layer<MarketData, never, MarketData> = Layer.effect(MarketData, Effect.map(MarketData, make))
