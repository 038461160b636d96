/**
 * Rows of a topic on top of a store.
 *
 * @module
 */
import type * as Topics from "@candela/catalog/Topics"
import type { Event, Settled } from "@candela/core/Live"
import * as Foreign from "@candela/core/internal/Foreign"
import * as Follow from "@candela/history/Follow"
import { Store } from "@candela/history/Store"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { UsageError } from "../command/UsageError.js"
import * as Folder from "../commands/history/Folder.js"
import * as Location from "../commands/history/Location.js"
import * as Text from "../commands/history/Text.js"
import { Terminal } from "../terminal/Terminal.js"

/**
 * Rejects tickers of which the store has no such rows, such as a misspelt one; says of which it lacks the first day, so
 * that all of their rows are requested.
 */
const look = (topic: Topics.TopicEntry, tickers: ReadonlyArray<string>, start: Date | string, folder: string) =>
  Effect.gen(function* () {
    const universe = Follow.universe(topic.declaration, tickers)
    if (universe === undefined) {
      return yield* new UsageError({ message: `No store holds the rows of ${topic.name}: leave --store out.` })
    }
    yield* Folder.requireStore(folder)
    const store = yield* Store
    const files = yield* store.files(universe)
    const day = typeof start === "string" ? start : start.toISOString().slice(0, 10)
    const fetching = (tickers: ReadonlyArray<string>) =>
      `candela history ${Text.fetching(folder, universe, tickers)} --from ${day}`
    const absent = universe.tickers.filter((ticker) => !files.some((file) => file.ticker === ticker))
    // protects: A misspelt ticker, of which a store has nothing, is an error, and not followed without the store.
    // mutant: "says what is wrong with a store": never
    if (absent.length > 0) {
      return yield* new UsageError({
        message: `The store ${folder} has no rows of ${topic.name} of ${Text.some(absent)}. Fetch them first: ${fetching(absent)}; or leave --store out.`,
      })
    }
    const from = typeof start === "string" ? start : start.getTime()
    const missing = yield* store.missing(
      universe,
      { from, to: from },
      "timespan" in universe ? { datasets: ["bars"] } : {},
    )
    const late = [...new Set(missing.map(({ ticker }) => ticker))]
    if (late.length === 0) return
    const { err } = yield* Terminal
    yield* err.write(
      Foreign.lines(
        `The store ${folder} has no settled rows from ${day} on of ${Text.some(late)}: they are requested. To store them: ${fetching(late)}\n`,
      ),
    )
  })

/** Streams the rows of tickers: those of the store at a location first. */
export const events = (
  topic: Topics.TopicEntry,
  { from, ticker }: { readonly ticker: ReadonlyArray<string>; readonly from: Date | string },
  store: string,
) =>
  Stream.fromEffect(look(topic, ticker, from, store)).pipe(
    Stream.drain,
    Stream.concat(
      Follow.topic(topic.declaration as never, { ticker, from }) as Stream.Stream<
        Event<Readonly<Record<string, unknown>>> | Settled,
        Stream.Stream.Error<ReturnType<typeof Follow.topic>>,
        Stream.Stream.Context<ReturnType<typeof Follow.topic>>
      >,
    ),
    Stream.provideSomeLayer(Location.layer(store)),
  )
