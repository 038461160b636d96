/**
 * `candela history read`: the bars of a store, adjusted, of some sessions, as of a day.
 *
 * @module
 */
import * as Field from "@candela/core/declare/Field"
import { Store } from "@candela/history/Store"
import { withTicker, type TickerBarsEndpoint } from "@candela/history/TickerBar"
import type * as Universe from "@candela/history/Universe"
import * as Bar from "@candela/market/Bar"
import type * as Sessions from "@candela/history/Sessions"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as Output from "../../output/Output.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as Part from "./Part.js"
import * as Universes from "./Universes.js"

const parts: Readonly<Record<string, Sessions.Part>> = { pre: "preMarket", regular: "regular", after: "afterHours" }

type BarField = keyof typeof Bar.fields

const names = ["ticker", ...Object.keys(Bar.fields)]

/** Option for a list of words. */
const words = (all: ReadonlyArray<string>, details: Option.Details): Option.Option<ReadonlyArray<string>> => {
  const list = Option.list({ ...details, words: all })
  return {
    ...list,
    read: (texts) =>
      Either.filterOrLeft(
        list.read(texts),
        (written) => written.every((word) => all.includes(word)),
        () => `one or several of ${all.join(", ")}`,
      ),
  }
}

/** Declaration of bars with some columns, for their output. */
const declarationOf = (
  { endpoint }: Universe.Universe,
  columns: ReadonlyArray<BarField> | undefined,
): TickerBarsEndpoint => {
  const whole = withTicker(endpoint)
  if (columns === undefined) return whole
  const chosen = Struct.pick(Bar.fields, "timestamp", ...columns)
  return { ...whole, row: Field.struct({ ...chosen, ticker: Field.required(Schema.String) }) } as never
}

const oneMarket = (universes: ReadonlyArray<Universe.Universe>) =>
  universes.length === 1
    ? Effect.succeed(universes[0]!)
    : new UsageError({
        message: `Read the tickers of one market at a time: ${universes.map(({ market, tickers }) => `${tickers.join(",")} (${market})`).join(", ")}.`,
      })

/** The command. */
export const command: Command.Command = Command.make("read", {
  summary: "Read bars from the store",
  text: "Trading days that the store lacks are an error, before the first row.",
  options: {
    ...Options.store,
    ...Options.bars,
    ...Options.range,
    adjust: Option.optional(
      Option.word(["splits", "dividends", "both"], {
        value: "BY",
        text: "What prices and volumes are adjusted for, by the splits and dividends in the store. Default: as they were traded.",
      }),
    ),
    session: Option.optional(
      words(Object.keys(parts), {
        value: "PARTS",
        text: "The parts of the day whose bars are read: before the opening, the regular session, after the close. Default: all.",
        example: "regular",
      }),
    ),
    ...Options.asOf,
    order: Option.withDefault(
      Option.word(["ticker", "time"], {
        value: "WORD",
        text: "All bars of the first ticker and then those of the next one, or all merged by time.",
      }),
      "ticker" as const,
    ),
    gaps: Option.withDefault(
      Option.word(["fail", "allow"], {
        value: "WORD",
        text: "Whether trading days that the store lacks are an error, or just have no bars.",
      }),
      "fail" as const,
    ),
    columns: Option.optional(
      words(names, {
        value: "NAMES",
        text: "Names of the columns; timestamp and ticker are always there. Default: all.",
        example: "close,volume",
      }),
    ),
    ...Output.options,
  },
  examples: [
    "history read --store data --tickers AAPL --timespan minute --from 2025-06-02 --to 2025-06-13 --adjust splits --session regular --format csv",
    "history read --store data --tickers AAPL,MSFT --timespan minute --from 2025-06-02 --to 2025-06-13 --order time --out minutes.parquet",
  ],
  run: (options) =>
    Effect.gen(function* () {
      const { adjust, "as-of": asOf, gaps, order, session, store: folder } = options
      const universe = yield* Effect.flatMap(Universes.required(options), oneMarket)
      yield* Folder.requireStore(folder)
      const { range } = yield* Part.of(universe, options)
      const store = yield* Store
      const columns = options.columns?.filter((name): name is BarField => name !== "timestamp" && name !== "ticker")
      const bars = store.columns(universe, range, {
        adjust,
        asOf: asOf as string | undefined,
        gaps,
        order,
        columns,
        session: session?.map((part) => parts[part]!),
      })
      const rows = Stream.catchTag(bars, "MissingError", (error) => Folder.lacking(folder, universe)(error))
      yield* Output.rows(declarationOf(universe, columns), options, rows, {
        // The lists that adjusted these bars may grow: a file says up to when they were known.
        request: {
          ...{ ...range, tickers: universe.tickers },
          ...(adjust === undefined ? {} : { adjust, knownAt: yield* store.knownAt(universe) }),
        },
      })
    }).pipe(Folder.over(options.store), Present.live),
})
