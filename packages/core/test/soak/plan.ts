/** What happens in a round of the soak, drawn from a seed. */
import { Effect } from "effect"
import type { Chance } from "../decoder/documents.js"
import type { Form } from "../support/forms.js"
import { steps } from "../support/impatient.js"
import type { Layout } from "../support/readingsServer.js"

/** A stream, and who reads it. */
export interface Consumer {
  readonly form: Form
  readonly request: { readonly station: string; readonly from: number; readonly to: number }
  readonly pageSize: number
  readonly options: { readonly prefetch: number; readonly concurrency: number; readonly shards: number | undefined }
  /** After so many elements (pages, rows or columns) the consumer leaves. */
  readonly take: number | undefined
  /** When its pulls are interrupted: after a number of milliseconds, or after some steps that need no clock. */
  readonly waits: ReadonlyArray<Effect.Effect<void>>
}

/** How the service behaves. */
export interface Service {
  readonly layout: Layout
  /** How many of 100 answers are faults. */
  readonly faults: number
  /** Whether a few answers ask everyone to wait for a second. */
  readonly pauses: boolean
  /** How many milliseconds the slowest answers take. */
  readonly slowest: number
}

/** A round: some consumers on one connection. */
export interface Plan {
  readonly client: "node" | "fetch"
  /** The size of the pool of the Node client. */
  readonly connections: number
  readonly rateLimit: { readonly limit: number; readonly interval: number } | undefined
  /** Milliseconds. */
  readonly timeout: number
  readonly service: Service
  readonly consumers: ReadonlyArray<Consumer>
  /** After so many milliseconds the layer is closed. */
  readonly closeAfter: number | undefined
}

const between = (chance: Chance, low: number, high: number) => low + chance.below(high - low + 1)

const wait = (chance: Chance): Effect.Effect<void> =>
  chance.once(3)
    ? steps({ yields: chance.below(60), turns: chance.below(5) })
    : Effect.sleep(chance.below(chance.pick([2, 8, 31])))

const consumer = (chance: Chance, index: number): Consumer => {
  const pageSize = chance.pick([1, 2, 5, 20, 100, 1000])
  const from = chance.below(10_000)
  const rows = between(chance, 1, Math.min(3000, pageSize * 40))
  return {
    form: chance.pick(["pages", "stream", "columns"]),
    request: { station: `S${index}`, from, to: from + rows - 1 },
    pageSize,
    options: {
      prefetch: chance.below(4),
      concurrency: between(chance, 1, 4),
      shards: chance.once(2) ? undefined : between(chance, 1, 12),
    },
    take: chance.once(6) ? between(chance, 1, 10) : undefined,
    waits: Array.from({ length: chance.pick([0, 5, 20, 80]) }, () => wait(chance)),
  }
}

/** Draws a round. */
export const draw = (chance: Chance): Plan => ({
  client: chance.once(3) ? "fetch" : "node",
  connections: between(chance, 1, 8),
  rateLimit: chance.pick([undefined, { limit: 20, interval: 100 }, { limit: 10, interval: 40 }]),
  timeout: chance.pick([100, 150, 400, 5000]),
  service: {
    layout: chance.pick(["tail", "head", "middle"]),
    faults: chance.pick([0, 5, 15, 30]),
    pauses: chance.once(8),
    slowest: chance.pick([5, 30, 200]),
  },
  consumers: Array.from({ length: between(chance, 1, 6) }, (_, index) => consumer(chance, index)),
  closeAfter: chance.once(5) ? chance.below(200) : undefined,
})
