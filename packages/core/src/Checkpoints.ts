/**
 * Stores the positions of streams, so that a stopped program resumes where it was. Put the layer
 * between the services and the connection, and choose the store of the checkpoints:
 *
 * ```ts
 * Stocks.layer.pipe(
 *   Layer.provideMerge(Checkpoints.layer),
 *   Layer.provide(MarketData.layer({ ... })),
 *   Layer.provide(KeyValueStore.layerFileSystem("checkpoints")),
 *   Layer.provide(NodeContext.layer),
 * )
 * ```
 *
 * A stream with a name resumes from the checkpoint under that name, and saves a new one after each
 * page, when its consumer requests the next one. The consumer has then taken every row of the page.
 * So a killed program has taken at most the rows of one page more than its checkpoint counts: it
 * drops these, and its rows are those of an uninterrupted run.
 *
 * ```ts
 * const saved = yield* Checkpoints.load("AAPL")
 * yield* dropRowsAfter(Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows }))
 * yield* stocks.bars.stream(request, { checkpoint: "AAPL" }).pipe(Stream.runForEach(write))
 * ```
 *
 * Put nothing that reads ahead between the stream and the consumer (`Stream.buffer`,
 * `Stream.mapEffect` with concurrency): it requests the next page too early.
 *
 * `checkpoint` of a page of `.pages` and of a chunk of `.columns` is the position after it, for
 * programs that store it themselves, with the rows.
 *
 * A checkpoint belongs to one request. After the end of the stream it stays, marked complete: the same
 * stream then returns no rows. `Checkpoints.remove` restarts it. Concurrent streams need different
 * names. Shards may be fetched concurrently: `concurrency` and `prefetch` may differ each time.
 *
 * A store that does not respond within 10 seconds fails with `CheckpointError`, and so does a name
 * that is not well-formed Unicode.
 *
 * @module
 */
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Checkpoint, type CheckpointError } from "./Checkpoint.js"
import * as Accounts from "./internal/accounts.js"
import * as Stores from "./internal/checkpoint/stores.js"
import { track } from "./internal/checkpoint/track.js"
import * as Positions from "./internal/live/positions.js"
import * as Monotonic from "./internal/monotonic.js"
import { waitFor } from "./internal/patience.js"
import type * as Endpoint from "./declare/Endpoint.js"
import { MarketData } from "./MarketData.js"
import { TimeoutError } from "./MarketDataError.js"
import type * as Method from "./Method.js"
import * as Request from "./Request.js"
import * as Step from "./internal/Step.js"

/** Layer of checkpoints in a store, which is made for each connection below. */
// protects: Checkpoints are built for each connection.
// mutant: ": each service sends the key of its own": Layer.fresh → ((layer) => layer)
const on = (storeOf: () => Checkpoints.Service): Layer.Layer<MarketData | Checkpoints, never, MarketData> =>
  Layer.fresh(
    Layer.effectContext(
      Effect.flatMap(
        Accounts.taken(MarketData),
        Accounts.onceFor((service) =>
          Effect.sync(() => {
            const store = Stores.guarded(storeOf())
            const resumed = { ...service, steps: resuming(service, store), positions: Positions.openIn(store) }
            return Context.make(MarketData, MarketData.of(resumed)).pipe(Context.add(Checkpoints, store))
          }),
        ),
      ),
    ),
  )

const inKeyValueStore = () =>
  Accounts.onceFor((store: KeyValueStore.KeyValueStore) => {
    const checkpoints = Stores.inKeyValueStore(store)
    return Effect.succeed(on(() => checkpoints))
  })

/** Store of the positions of streams. */
export class Checkpoints extends Context.Tag("@candela/core/Checkpoints")<Checkpoints, Checkpoints.Service>() {
  /**
   * Connection of the context whose streams save their checkpoints in the `KeyValueStore`. A partially written
   * or damaged one does not match its digest: then the previous one is used. If both are damaged, `load` fails.
   */
  static readonly layer: Layer.Layer<MarketData | Checkpoints, never, MarketData | KeyValueStore.KeyValueStore> =
    Layer.fresh(Layer.unwrapEffect(Effect.flatMap(KeyValueStore.KeyValueStore, inKeyValueStore())))

  /**
   * Connection of the context whose streams save their checkpoints in memory, while it is open: for
   * tests, and to restart a stream within a program.
   */
  static readonly layerMemory: Layer.Layer<MarketData | Checkpoints, never, MarketData> = on(Stores.inMemory)

  /**
   * Connection of the context whose streams save their checkpoints in a store of your own, for
   * example the database of the rows.
   */
  static readonly layerOf = (given: Checkpoints.Service): Layer.Layer<MarketData | Checkpoints, never, MarketData> =>
    on(() => given)

  /** Loads the checkpoint under a name, if there is one. */
  static readonly load = (name: string): Effect.Effect<Option.Option<Checkpoint>, CheckpointError, Checkpoints> =>
    Effect.flatMap(Checkpoints, (store) => store.load(name))

  /** Removes the checkpoint under a name, if there is one: its stream starts again. */
  static readonly remove = (name: string): Effect.Effect<void, CheckpointError, Checkpoints> =>
    Effect.flatMap(Checkpoints, (store) => store.remove(name))
}

/** Types of checkpoints. */
export declare namespace Checkpoints {
  /** Store of checkpoints by name. */
  interface Service {
    /** Loads the checkpoint under a name, if there is one. */
    readonly load: (name: string) => Effect.Effect<Option.Option<Checkpoint>, CheckpointError>
    /** Saves a checkpoint, replacing the previous one. */
    readonly save: (name: string, checkpoint: Checkpoint) => Effect.Effect<void, CheckpointError>
    /** Removes a checkpoint, if there is one. */
    readonly remove: (name: string) => Effect.Effect<void, CheckpointError>
  }
}

/** Fails operations that have not ended at the deadline of a stream, counted from now. */
const within = (endpoint: Endpoint.Any, { deadline }: Method.CallOptions) =>
  Effect.map(Monotonic.now, (start) => {
    const timeout = Duration.decode(deadline ?? Duration.infinity)
    return <A, E>(operation: Effect.Effect<A, E>): Effect.Effect<A, E | TimeoutError> =>
      deadline === undefined
        ? operation
        : Effect.flatMap(Monotonic.now, (now) =>
            waitFor(
              operation,
              // protects: A stream does not wait past its deadline for a store of checkpoints that hangs.
              // mutant: "or at the deadline of the stream": start + Duration.toMillis(timeout) → Infinity + start
              start + Duration.toMillis(timeout) - now,
              () => new TimeoutError({ endpoint: endpoint.name, timeout }),
            ),
          )
  })

/** Returns the remaining steps of a stream, with checkpoints on their pages. */
const resuming = (service: MarketData.Service, store: Checkpoints.Service): MarketData.Service["steps"] => {
  const { redaction } = service.connection
  return (call) =>
    Effect.gen(function* () {
      const { checkpoint, ...options } = call.options
      const { endpoint } = call
      const { request } = yield* Step.ofStream({ ...call, options: { ...options, shards: 1 }, refine: undefined })
      const whole = { endpoint: endpoint.name, request: request.path }
      const name = typeof checkpoint === "string" ? checkpoint : undefined
      const refuse = (expected: string, value = name) => Request.refuse(endpoint, "checkpoint", value, expected)

      const inTime = yield* within(endpoint, options)
      const load = (name: string) =>
        URL.canParse(name)
          ? refuse("a name, or a URL object for a next_url")
          : Effect.catchTag(inTime(store.load(name)), "CheckpointError", ({ detail }) =>
              refuse(`one that can be read (${detail})`),
            )
      const start = (): Effect.Effect<Option.Option<Checkpoint>, Request.Refusal | TimeoutError> => {
        if (typeof checkpoint === "string") return load(checkpoint)
        if (!(checkpoint instanceof URL)) return Effect.succeed(Option.fromNullable(checkpoint))
        const next = Step.next(request, checkpoint.href)?.path
        return next === undefined || redaction.isIn(next)
          ? refuse("a next_url of the service")
          : Effect.succeedSome(new Checkpoint({ ...whole, rows: 0, shard: 0, shards: 1, next }))
      }
      const from = Option.getOrUndefined(yield* start())
      // protects: A stream does not go on from the checkpoint of another request.
      // mutant: "refuses the checkpoint of another request": from.request !== whole.request → false
      if (from !== undefined && (from.endpoint !== whole.endpoint || from.request !== whole.request)) {
        return yield* refuse("of this request: remove it, or choose another name", `${from.endpoint} ${from.request}`)
      }

      const cut = from?.cut
      const steps = yield* service.steps({
        ...call,
        options: cut === undefined ? options : { ...options, shards: cut.count },
        // protects: A stream goes on in the shards that its range was cut into.
        // mutant: "holds the shards that it was cut into, though time goes on": cut?.until ?? call → call
        until: cut?.until ?? call.until,
      })
      const tracked = track(steps, from, (checkpoint) =>
        name === undefined ? Effect.void : inTime(store.save(name, checkpoint)),
      )
      return Either.isRight(tracked)
        ? tracked.right
        : yield* Request.refuse(endpoint, "checkpoint", undefined, tracked.left)
    })
}
