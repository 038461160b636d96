/** Positions of a followed topic as a checkpoint: of each ticker the last time, and what was told shortly before it. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Checkpoint, type CheckpointError } from "../../Checkpoint.js"
import type * as Topic from "../../declare/Topic.js"
import { PaginationError, type InvalidRequest } from "../../MarketDataError.js"
import * as Request from "../../Request.js"
import * as Known from "./known.js"
import type { TickerPosition } from "./spec.js"

/** A store of checkpoints by name. */
interface Store {
  readonly load: (name: string) => Effect.Effect<Option.Option<Checkpoint>, CheckpointError>
  readonly save: (name: string, checkpoint: Checkpoint) => Effect.Effect<void, CheckpointError>
}

type Stored = NonNullable<Checkpoint["tickers"]>[string]

/** Rows of bars, which may be sent again with other values, are stored whole; of others the keys are enough. */
export const encode = <Row>(
  { last, restored, rows, settled }: Known.Known<Row>,
  { key, late }: Known.RowForm<Row>,
): Stored => {
  const position = { time: last, ...(settled !== undefined && { settled }) }
  if (late > 0) return { ...position, rows: [...rows.values()] as NonNullable<Stored["rows"]> }
  return { ...position, keys: [...(restored?.keys ?? []), ...Array.from(rows.values(), (row) => key!(row))] }
}

/** Reads what was stored. */
export const decode = <Row>(
  { keys = [], rows = [], settled, time }: Stored,
  { key }: Known.RowForm<Row>,
): Known.Known<Row> => ({
  ...Known.make<Row>(),
  last: time,
  settled,
  restored: keys.length > 0 ? { time, keys: new Set(keys) } : undefined,
  rows: new Map((rows as ReadonlyArray<Row>).map((row) => [key!(row), row])),
})

/** Loads the positions under a name, and returns how to save later ones. */
export type Open = <Row>(
  topic: Topic.Any,
  name: string,
  request: string,
  form: Known.RowForm<Row>,
) => Effect.Effect<
  {
    readonly positions: ReadonlyArray<TickerPosition<Row>>
    readonly save: (positions: ReadonlyArray<TickerPosition<Row>>, rows: number) => Effect.Effect<void, PaginationError>
  },
  InvalidRequest
>

/** Opens the positions in a store. */
export const openIn = (store: Store): Open =>
  Effect.fnUntraced(function* <Row>(topic: Topic.Any, name: string, request: string, form: Known.RowForm<Row>) {
    const refuse = (expected: string, value = name) => Request.invalid(topic, "checkpoint", value, expected)
    const found = yield* Effect.catchTag(store.load(name), "CheckpointError", ({ detail }) =>
      refuse(`one that can be read (${detail})`),
    )
    const saved = Option.getOrUndefined(found)
    // protects: A followed topic does not go on from the checkpoint of another stream.
    // mutant: "refuses the checkpoint of another stream": never
    if (saved && (saved.tickers === undefined || saved.endpoint !== topic.name || saved.request !== request)) {
      return yield* refuse("of this stream: remove it, or choose another name", `${saved.endpoint} ${saved.request}`)
    }
    const before = saved?.rows ?? 0
    return {
      positions: Object.entries(saved?.tickers ?? {}).map(([ticker, stored]) => ({
        ticker,
        known: decode(stored, form),
      })),
      save: (positions: ReadonlyArray<TickerPosition<Row>>, rows: number) => {
        const tickers = Object.fromEntries(positions.map(({ known, ticker }) => [ticker, encode(known, form)]))
        const checkpoint = new Checkpoint({
          endpoint: topic.name,
          request,
          rows: before + rows,
          shard: 0,
          shards: 1,
          tickers,
        })
        return Effect.catchTag(
          store.save(name, checkpoint),
          "CheckpointError",
          ({ message }) => new PaginationError({ endpoint: topic.name, page: 1, detail: message }),
        )
      },
    }
  })
