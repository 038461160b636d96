/**
 * `candela history read`: the bars of a store, adjusted, of some sessions, as of a day.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import { Store } from "@candela/history/Store"
import { withTicker } from "@candela/history/TickerBar"
import * as Universe from "@candela/history/Universe"
import * as Bar from "@candela/market/Bar"
import * as Resample from "@candela/history/Resample"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as Elements from "../../output/Elements.js"
import * as Output from "../../output/Output.js"
import * as BarSize from "../../dates/BarSize.js"
import * as Shape from "../endpoints/Shape.js"
import * as ShapedBars from "../endpoints/ShapedBars.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as MarketHistories from "./MarketHistories.js"
import * as Universes from "./Universes.js"

type BarField = keyof typeof Bar.fields

/** Fields that a reading needs from the store: those of the columns, or all where bars are combined. */
const fieldsOf = (
  columns: ReadonlyArray<string> | undefined,
  resample: Shape.Longer | undefined,
): ReadonlyArray<BarField> | undefined =>
  resample === undefined
    ? columns?.filter((name): name is BarField => Object.hasOwn(Bar.fields, name) && name !== "timestamp")
    : undefined

const marketNames = ["stocks", "forex", "crypto"] as const

/** All tickers of a bar size in the store, by market. */
const stored = (options: Universes.Size & { readonly market: Universe.Market | undefined }) =>
  Effect.gen(function* () {
    const store = yield* Store
    const size = yield* BarSize.of(options.timespan, options.multiplier)
    const found = yield* Effect.forEach(options.market === undefined ? marketNames : [options.market], (market) =>
      Effect.map(store.tickers({ market, ...size }), (tickers) =>
        tickers.length === 0 ? [] : [Universe.bars(Universes.endpoints[market], { tickers, ...size })],
      ),
    )
    const universes = found.flat()
    if (universes.length === 1) return universes[0]!
    return yield* new UsageError({
      message:
        universes.length === 0
          ? `The store has no bars of ${size.multiplier} ${size.timespan}${options.market === undefined ? "" : ` of ${options.market}`}: see what it has with candela history sql "select distinct market, timespan from bars".`
          : `The store has such bars of ${universes.map(({ market }) => market).join(" and ")}: say which with --market.`,
    })
  })

const oneMarket = (universes: ReadonlyArray<Universe.Universe>) =>
  universes.length === 1
    ? Effect.succeed(universes[0]!)
    : new UsageError({
        message: `Read the tickers of one market at a time: ${universes.map(({ market, tickers }) => `${tickers.join(",")} (${market})`).join(", ")}.`,
      })

/** Options of reading trades or quotes. */
type TickOptions = Option.Values<typeof Options.range & typeof Options.tickers & typeof Options.asOf> &
  Output.Options & {
    readonly store: string
    readonly gaps: "fail" | "allow"
    readonly order: "ticker" | "time"
    readonly limit: number | undefined
    readonly adjust?: unknown
    readonly session?: unknown
    readonly resample?: unknown
  }

/** Reads trades or quotes. */
const ticks = (options: TickOptions, name: string) =>
  Effect.gen(function* () {
    const { gaps, store: folder } = options
    const endpoint = Catalog.endpoints.find((entry) => entry.name === name)?.declaration
    if (endpoint === undefined || !Universe.isTicks(endpoint)) {
      const names = Catalog.endpoints.flatMap((entry) => (Universe.isTicks(entry.declaration) ? [entry.name] : []))
      return yield* new UsageError({ message: `--endpoint takes one of ${names.join(", ")}.` })
    }
    const unfit = (["adjust", "session", "resample"] as const).filter((name) => options[name] !== undefined)
    if (unfit.length > 0 || options.order === "time") {
      return yield* new UsageError({
        message: `Trades and quotes are read by ticker, as they are: leave out --${unfit[0] ?? "order"}.`,
      })
    }
    const tickers = yield* Universes.tickers(options)
    if (tickers.length === 0) return yield* new UsageError({ message: "Say which tickers: --tickers AAPL,MSFT." })
    const { range, universe } = yield* MarketHistories.of(Universe.ticks(endpoint, { tickers }), options)
    const store = yield* Store
    const reading = { asOf: yield* MarketHistories.dayOf(options["as-of"]), gaps }
    const rows = Stream.catchTag(
      store.columns(universe, range, reading),
      "MissingError",
      Folder.lacking(folder, universe),
    )
    yield* Output.rows(
      withTicker(endpoint),
      options,
      Elements.take(options.limit)(rows as Stream.Stream<unknown, Stream.Stream.Error<typeof rows>>),
      {
        request: { ...range, tickers: universe.tickers },
      },
    )
  })

/** The command. */
export const command: Command.Command = Command.make("read", {
  summary: "Read bars, trades or quotes from the store",
  text: "Trading days that the store lacks are an error, before the first row.",
  options: {
    ...Options.store,
    ...Options.bars,
    timespan: Option.optional(BarSize.timespan),
    ...Options.range,
    endpoint: Option.optional(
      Option.text({
        value: "NAME",
        text: "Trades or quotes that history keep has stored, by the name of their endpoint, in place of bars.",
        example: "stocks.trades",
      }),
    ),
    market: Option.optional(
      Option.word(marketNames, {
        value: "MARKET",
        text: "Without tickers, the market whose tickers are read, all of them. Default: the only one in the store.",
      }),
    ),
    resample: Shape.resample,
    adjust: Shape.adjust(
      "What prices and volumes are adjusted for, by the splits and dividends in the store. Default: as they were traded.",
    ),
    session: Shape.session,
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
    limit: Option.optional(
      Option.whole({ value: "NUMBER", text: "Maximum number of rows. Default: no maximum.", min: 1, example: "10" }),
    ),
    ...Output.options,
  },
  examples: [
    "history read --store data --tickers AAPL --timespan minute --from 2025-06-02 --to 2025-06-13 --adjust splits --session regular --format csv",
    "history read --store data --tickers AAPL,MSFT --timespan minute --from 2025-06-02 --to 2025-06-13 --order time --out minutes.parquet",
    "history read --store data --endpoint stocks.trades --tickers AAPL --from 2025-06-27 --out trades.parquet",
    "history read --store data --timespan minute --from 2025-06-02 --to 2025-06-13 --session regular --resample session --columns ticker,timestamp,close",
  ],
  run: (given) =>
    Effect.gen(function* () {
      const { adjust, endpoint: name, gaps, order, resample, session, store: folder, timespan } = given
      yield* Folder.requireStore(folder)
      if (name !== undefined) return yield* ticks(given, name)
      if (timespan === undefined) {
        return yield* new UsageError({
          message: "history read needs --timespan SIZE; or --endpoint NAME, for trades or quotes.",
        })
      }
      const options = { ...given, timespan }
      const universe =
        options.tickers === undefined && options["tickers-file"] === undefined
          ? yield* stored(options)
          : yield* Effect.flatMap(Universes.required(options), oneMarket)
      const { range } = yield* MarketHistories.of(universe, options)
      const store = yield* Store
      const columns = fieldsOf(options.columns, resample)
      const endpoint = withTicker(universe.endpoint, columns && ["timestamp", ...columns, "ticker"])
      const reading = { adjust, asOf: yield* MarketHistories.dayOf(options["as-of"]), gaps, order, session }
      const lacking = Folder.lacking(folder, universe)
      const file =
        resample === undefined && options.limit === undefined ? yield* Output.plainFile(endpoint, options) : undefined
      if (file !== undefined) {
        const { rows } = yield* Effect.catchTag(
          store.export(file.path, universe, range, { ...reading, ...file, columns: file.columns as never }),
          "MissingError",
          lacking,
        )
        return yield* Output.summary(rows, file.path)
      }
      const read = Stream.catchTag(store.columns(universe, range, { ...reading, columns }), "MissingError", lacking)
      const rows =
        resample === undefined
          ? read
          : (Resample.columns(read as never, ShapedBars.windowsOf(resample, universe.market)) as never as typeof read)
      yield* Output.rows(endpoint, options, Elements.take(options.limit)(rows), {
        // The lists that adjusted these bars may grow: a file says up to when they were known.
        request: {
          ...{ ...range, tickers: universe.tickers },
          ...(resample === undefined ? {} : Shape.asked({ resample })),
          ...(adjust === undefined ? {} : { adjust, knownAt: yield* store.knownAt(universe) }),
        },
      })
    }).pipe(Folder.over(given.store), Present.live),
})
