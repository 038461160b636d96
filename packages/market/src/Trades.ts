/**
 * Bars of trades, by the rules of their conditions, and the quote at each trade.
 *
 * ```ts
 * const rules = Trades.rules(yield* Stream.runCollect(reference.conditions.stream({ asset_class: "stocks" })))
 * const minutes = stocks.trades
 *   .stream({ stockTicker: "AAPL", timestamp: "2025-06-27", order: "asc" })
 *   .pipe(Trades.bars({ market: Market.stocks, multiplier: 1, timespan: "minute", rules }))
 * ```
 *
 * A trade belongs to the window of its `sip_timestamp`, of crypto its `participant_timestamp`, of futures its
 * `timestamp`. Its conditions say whether it moves high and low, open and close, and the volume: an odd lot is part of
 * the volume and moves no price, an official close is part of nothing. Of several conditions each must allow it.
 * A window in which no trade may be the open has no bar.
 *
 * Memory is that of one bar, or of one chunk of each stream, whatever the number of trades.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Columns from "@candela/core/Columns"
import { Bar } from "./Bar.js"
import { ALL, BarMaker, HIGH_LOW, OPEN_CLOSE, VOLUME } from "./internal/barMaker.js"
import type { Market } from "./Market.js"
import type { Timespan } from "./Timespan.js"
import * as Window from "./Window.js"

/** Times of a row; the first that it has, in this order, is its time: nanoseconds, or milliseconds as a number. */
export interface Timed {
  /** Receipt by the consolidator. */
  readonly sip_timestamp?: bigint | undefined
  /** Time of the row. */
  readonly timestamp?: number | bigint | undefined
  /** Time at the exchange. */
  readonly participant_timestamp?: bigint | undefined
}

/** A trade of any market. */
export interface Traded extends Timed {
  /** Price. */
  readonly price: number
  /** Traded amount. */
  readonly size?: number | undefined
  /** Conditions, the service's ids. */
  readonly conditions?: ReadonlyArray<number> | undefined
}

const fields = ["sip_timestamp", "timestamp", "participant_timestamp"] as const

const timeOf = (row: Timed): number | bigint => row.sip_timestamp ?? row.timestamp ?? row.participant_timestamp ?? NaN

/** A condition as `reference.conditions` returns it. */
export interface ConditionRow {
  /** The service's id. */
  readonly id: number
  /** Data that it is found on: `trade`. */
  readonly data_types?: ReadonlyArray<string> | undefined
  /** What a trade with the condition does to bars. */
  readonly update_rules?:
    | {
        /** Bars of all exchanges together. */
        readonly consolidated?:
          | {
              /** Whether it may be the high or the low. */
              readonly updates_high_low?: boolean | undefined
              /** Whether it may be the open or the close. */
              readonly updates_open_close?: boolean | undefined
              /** Whether it counts in the volume. */
              readonly updates_volume?: boolean | undefined
            }
          | undefined
      }
    | undefined
}

/** Rules of the conditions of a market: what trades with them change in a bar. */
export interface Rules {
  /** Returns what a trade with one condition changes, as bits; `undefined` for an unknown condition. */
  readonly of: (condition: number) => number | undefined
}

/**
 * The condition of trades outside of the regular session. The consolidators count such trades in the volume of a day
 * alone; bars of the time outside of the session are made of them, so they are judged by their other conditions.
 */
const extendedHours = 12

/**
 * Returns the rules of conditions, those that `reference.conditions` returns for the market of the trades
 * (`asset_class`). Condition 12 of stocks (Form T, outside of the regular session) does not count: bars of that time
 * are made of such trades.
 */
export const rules = (conditions: Iterable<ConditionRow>): Rules => {
  const known = new Map<number, number>()
  for (const { data_types: types, id, update_rules: updates } of conditions) {
    const rule = updates?.consolidated
    if (rule === undefined || types?.includes("trade") === false) continue
    const bits =
      (rule.updates_high_low === true ? HIGH_LOW : 0) |
      (rule.updates_open_close === true ? OPEN_CLOSE : 0) |
      (rule.updates_volume === true ? VOLUME : 0)
    known.set(id, id === extendedHours ? ALL : bits)
  }
  return { of: (condition) => known.get(condition) }
}

/** The rules of a market without conditions, such as futures: every trade changes everything. */
export const noConditions: Rules = { of: () => ALL }

/** Trades or quotes from which nothing right can be made, and what to do. */
export class UnfitTrades extends Schema.TaggedError<UnfitTrades>()("UnfitTrades", {
  /** Kind of error. */
  reason: Schema.Literal("NotAscending", "UnknownCondition", "NoTime"),
  /** Failed operator: `Trades.bars`. */
  operator: Schema.String,
  /** Unknown condition, the service's id. */
  condition: Schema.optional(Schema.Number),
  /** Number of rows before the unfit one. */
  row: Schema.Number,
}) {
  override get message(): string {
    const at = `${this.operator}: row ${this.row} of the stream`
    switch (this.reason) {
      case "NotAscending":
        return `${at} is earlier than the one before. Request trades and quotes in ascending order: order "asc", in futures sort "timestamp.asc".`
      case "NoTime":
        return `${at} has no time. It needs sip_timestamp, timestamp or participant_timestamp.`
      default:
        return `${at} has the condition ${this.condition}, which the rules do not have. Make the rules of all conditions of the market: reference.conditions with its asset_class, as a stream.`
    }
  }
}

/** Options of bars. */
export interface BarsOptions {
  /** Market of the trades: the zone of its windows, and the decimals of its volumes and averages. */
  readonly market: Market
  /** Number of timespans in one bar. */
  readonly multiplier: number
  /** Unit of a bar's window. */
  readonly timespan: Timespan
  /** Rules of the conditions: {@link rules}, or {@link noConditions}. */
  readonly rules: Rules
}

const makerOf = ({ market, multiplier, timespan }: BarsOptions): BarMaker =>
  new BarMaker(Window.of({ multiplier, timespan, zone: market.zone }), market)

/** Makes a function that returns what a trade with conditions changes; the id of an unknown condition, negated. */
const updatesBy = ({ of }: Rules) => {
  // Lists of conditions are shared between rows.
  const known = new WeakMap<ReadonlyArray<number>, number>()
  return (conditions: ReadonlyArray<number> | undefined): number => {
    if (conditions === undefined || conditions.length === 0) return ALL
    const found = known.get(conditions)
    if (found !== undefined) return found
    let updates = ALL
    for (const condition of conditions) {
      const rule = of(condition)
      if (rule === undefined) return -1 - condition
      updates &= rule
    }
    known.set(conditions, updates)
    return updates
  }
}

const unfit = (operator: string, row: number, reason: UnfitTrades["reason"], condition?: number): UnfitTrades =>
  new UnfitTrades({ operator, row, reason, ...(condition === undefined ? {} : { condition }) })

/** Adds trades to a maker, in order, and collects the bars that they complete. */
const adder = (options: BarsOptions, operator: string) => {
  const maker = makerOf(options)
  const updatesOf = updatesBy(options.rules)
  let row = 0
  const add = (
    bars: Array<Bar>,
    time: number | bigint,
    price: number,
    size: number,
    conditions: ReadonlyArray<number> | undefined,
  ): UnfitTrades | undefined => {
    // `NaN` follows nothing, and nothing follows it.
    if (typeof time === "number" && Number.isNaN(time)) return unfit(operator, row, "NoTime")
    // protects: Bars are made of trades in ascending order alone: the service gives the latest first.
    // mutant: "fail on what makes none: another order, an unknown condition, no time": never
    if (!maker.follows(time)) return unfit(operator, row, "NotAscending")
    const updates = updatesOf(conditions)
    if (updates < 0) return unfit(operator, row, "UnknownCondition", -1 - updates)
    const bar = maker.add(time, price, size, updates)
    if (bar !== undefined) bars.push(bar)
    row++
    return undefined
  }
  return { add, take: () => maker.take() }
}

/** Makes bars of the chunks of a stream, each of which `read` adds to the maker. */
const throughMaker = <A, Out, E, R>(
  chunks: Stream.Stream<A, E, R>,
  options: BarsOptions,
  operator: string,
  read: (chunk: A, add: ReturnType<typeof adder>["add"], bars: Array<Bar>) => UnfitTrades | undefined,
  write: (bars: ReadonlyArray<Bar>) => Stream.Stream<Out>,
): Stream.Stream<Out, E | UnfitTrades, R> =>
  Stream.suspend(() => {
    const { add, take } = adder(options, operator)
    const before = Stream.mapEffect(chunks, (chunk) => {
      const bars: Array<Bar> = []
      const error = read(chunk, add, bars)
      return error === undefined ? Effect.succeed(bars) : Effect.fail(error)
    })
    const last = Stream.suspend(() => {
      const bar = take()
      return Stream.succeed(bar === undefined ? [] : [bar])
    })
    return Stream.flatMap(Stream.concat(before, last), (bars) => (bars.length === 0 ? Stream.empty : write(bars)))
  })

/**
 * Makes bars of trades in ascending order: the service's own bars, for the same window. Prices, volume and
 * transactions are equal; `vwap` is the exact average, rounded to the decimals of the market. The last bar has the
 * trades up to the end of the stream.
 */
export const bars =
  (options: BarsOptions) =>
  <T extends Traded, E, R>(trades: Stream.Stream<T, E, R>): Stream.Stream<Bar, E | UnfitTrades, R> =>
    throughMaker(
      Stream.chunks(trades),
      options,
      "Trades.bars",
      (chunk, add, bars) => {
        for (const trade of chunk) {
          const error = add(bars, timeOf(trade), trade.price, trade.size ?? 0, trade.conditions)
          if (error !== undefined) return error
        }
        return undefined
      },
      (bars) => Stream.fromChunk(Chunk.unsafeFromArray(bars)),
    )

/** Columns of trades, as returned by `trades.columns`. */
interface TradeColumns {
  readonly length: number
  readonly columns: Readonly<Record<string, ArrayLike<unknown>>>
}

/** Makes bars of columns of trades in ascending order, as columns: like {@link bars}, several times as fast. */
export const barColumns =
  (options: BarsOptions) =>
  <C extends TradeColumns, E, R>(
    trades: Stream.Stream<C, E, R>,
  ): Stream.Stream<Columns.Columns<Bar>, E | UnfitTrades, R> =>
    throughMaker(
      trades,
      options,
      "Trades.barColumns",
      ({ columns, length }, add, bars) => {
        const times = fields.map((name) => columns[name]).find((column) => column !== undefined)
        const prices = columns["price"] as ArrayLike<number>
        const sizes = columns["size"] as ArrayLike<number> | undefined
        const conditions = columns["conditions"] as ArrayLike<ReadonlyArray<number> | undefined> | undefined
        for (let index = 0; index < length; index++) {
          // A row without a size has `NaN` there.
          const size = sizes?.[index] ?? 0
          const time = (times?.[index] ?? NaN) as number | bigint
          const error = add(bars, time, prices[index]!, Number.isNaN(size) ? 0 : size, conditions?.[index])
          if (error !== undefined) return error
        }
        return undefined
      },
      (bars) => Stream.succeed(Columns.fromRows(Bar, bars)),
    )

/** A trade, and the quote at its time. */
export interface Quoted<T, Q> {
  /** The trade. */
  readonly trade: T
  /** The last quote up to the time of the trade; `undefined` before the first one. */
  readonly quote: Q | undefined
}

/**
 * Adds to each trade the quote at its time: the last one that is not later. Both streams must be in ascending order;
 * of each one chunk is in memory. Begin the quotes a little earlier than the trades, so that the first ones have one.
 */
export const withQuotes =
  <Q extends Timed, E2, R2>(quotes: Stream.Stream<Q, E2, R2>) =>
  <T extends Timed, E, R>(trades: Stream.Stream<T, E, R>): Stream.Stream<Quoted<T, Q>, E | E2 | UnfitTrades, R | R2> =>
    Stream.unwrapScoped(
      Effect.map(Stream.toPull(quotes), (pull) => {
        const operator = "Trades.withQuotes"
        let ahead: ReadonlyArray<Q> = []
        let next = 0
        let ended = false
        let quote: Q | undefined
        let [row, quoteRow] = [0, 0]
        let before: number | bigint | undefined
        let lastRead: number | bigint | undefined
        const ofChunk = (chunk: Chunk.Chunk<Q>): Effect.Effect<void, UnfitTrades> => {
          ahead = Chunk.toReadonlyArray(chunk)
          next = 0
          for (const following of ahead) {
            const time = timeOf(following)
            // protects: Quotes in descending order are refused: no trade would have one.
            // mutant: "fails where a stream is in another order, and with the errors of both": never
            if (lastRead !== undefined && !(time >= lastRead)) {
              return Effect.fail(unfit(`${operator}, quotes`, quoteRow, "NotAscending"))
            }
            lastRead = time
            quoteRow++
          }
          return Effect.void
        }
        const ofEnd = Effect.sync(() => {
          ended = true
          ahead = []
          next = 0
        })
        /** Reads the next chunk of quotes. */
        const more: Effect.Effect<void, E2 | UnfitTrades, R2> = Effect.matchEffect(pull, {
          onFailure: Option.match({ onNone: () => ofEnd, onSome: (error) => Effect.fail(error) }),
          onSuccess: ofChunk,
        })
        return Stream.mapChunksEffect(trades, (chunk) =>
          Effect.gen(function* () {
            const quoted: Array<Quoted<T, Q>> = []
            for (const trade of chunk) {
              const time = timeOf(trade)
              if (before !== undefined && !(time >= before)) return yield* unfit(operator, row, "NotAscending")
              before = time
              for (;;) {
                while (next < ahead.length && timeOf(ahead[next]!) <= time) quote = ahead[next++]
                if (next < ahead.length || ended) break
                yield* more
              }
              quoted.push({ trade, quote })
              row++
            }
            return Chunk.unsafeFromArray(quoted)
          }),
        )
      }),
    )
