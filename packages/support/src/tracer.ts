import { Tracer, type Exit, type Option, type Context } from "effect"

/** A span as a test looks at it. */
export interface Recorded {
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly attributes: Map<string, unknown>
  readonly events: Array<unknown>
  readonly started: bigint
  ended: bigint | undefined
  /** How it ended, if it did. */
  exit: Exit.Exit<unknown, unknown> | undefined
}

/** A tracer that keeps its spans in memory, those of requests apart. */
export const recording = () => {
  const spans: Array<Recorded> = []
  const requests: Array<Recorded> = []
  const tracer = Tracer.make({
    context: (f) => f(),
    span: (name, parent, context: Context.Context<never>, links, startTime, kind) => {
      const id = spans.length + requests.length + 1
      const recorded: Recorded = {
        name,
        kind,
        parent,
        attributes: new Map(),
        events: [],
        started: startTime,
        ended: undefined,
        exit: undefined,
      }
      ;(name.startsWith("GET ") ? requests : spans).push(recorded)
      const span: Tracer.Span = {
        _tag: "Span",
        spanId: id.toString(16).padStart(16, "0"),
        traceId: "1".padStart(32, "0"),
        sampled: true,
        name,
        parent,
        context,
        links,
        kind,
        attributes: recorded.attributes,
        status: { _tag: "Started", startTime },
        end: (time, exit) => void Object.assign(recorded, { ended: time, exit }),
        attribute: (key, value) => void recorded.attributes.set(key, value),
        event: (...event) => void recorded.events.push(event),
        addLinks: () => {},
      }
      return span
    },
  })
  return { tracer, spans, requests }
}
