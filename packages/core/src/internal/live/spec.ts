/** What goes into the machine of a stream, and comes out of it: facts of its topic, inputs, questions and positions. */
import type { Event, Settled } from "../../Live.js"
import type { MarketDataError } from "../../MarketDataError.js"
import type * as Known from "./known.js"
import type { Lapse } from "./lapse.js"
import type { Signal, StoreEnds } from "./signal.js"

/** What the machine has to know of a topic, its rows and the options of the stream. */
export interface Spec<Row, Common> extends Known.RowForm<Common> {
  /** Tickers of the stream. */
  readonly tickers: ReadonlyArray<string> | "*"
  /** Ticker of a row. */
  readonly tickerOf: (row: Row) => string
  /** Makes the form in which rows are told. */
  readonly common: (row: Row) => Common
  /** Volume of the day in a row. */
  readonly volume: { readonly total: (row: Row) => number | undefined; readonly own: (row: Row) => number } | undefined
  /** Time that a row covers, milliseconds. */
  readonly span: number
  /** Longest time from the end of a row to its arrival, milliseconds. */
  readonly delay: number
  /** Why gaps are not filled; `undefined` if they are. */
  readonly unfilled: string | undefined
  /** Whether the volumes of all tickers can be asked for. */
  readonly snapshot: boolean
  /** Time after which the endpoint is taken to have caught up, milliseconds. */
  readonly settle: number
  /** Time to wait for the endpoint, milliseconds. */
  readonly within: number
  /** Requests for each gap. */
  readonly requests: number
  /** Rows that are held back at most. */
  readonly capacity: number
  /** Start of the history, epoch milliseconds; `undefined` for a stream without one. */
  readonly from: number | undefined
}

/** An input: a signal of the subscription, or a part of an answer. */
export type Input<Row, Common> =
  | Signal<Row>
  | StoreEnds
  /** Rows of an answer. `at` is the time of the service, epoch milliseconds. */
  | { readonly _tag: "Answer"; readonly id: number; readonly at: number; readonly rows: ReadonlyArray<Common> }
  /** An answer is complete. `at` is the time of the question, epoch milliseconds. */
  | { readonly _tag: "Answered"; readonly id: number; readonly at: number }
  /** Volumes of the day by ticker. */
  | { readonly _tag: "Volumes"; readonly id: number; readonly volumes: ReadonlyMap<string, number> }
  /** A question failed. */
  | { readonly _tag: "Failed"; readonly id: number; readonly error: MarketDataError }

/** A question, to ask after a delay in milliseconds. */
export type Question =
  /** For the rows of a ticker from an instant on, epoch milliseconds. */
  | {
      readonly _tag: "Rows"
      readonly id: number
      readonly ticker: string
      readonly from: number
      readonly delay: number
    }
  /** For the volumes of the day of all tickers. */
  | { readonly _tag: "Volumes"; readonly id: number; readonly delay: number }

/** Position of a ticker, from which a stopped stream goes on. */
export interface TickerPosition<Common> {
  readonly ticker: string
  readonly known: Known.Known<Common>
}

/** Makes events of inputs. */
export interface Machine<Row, Common> {
  /** Takes an input. */
  readonly take: (input: Input<Row, Common>, now: number) => void
  /** Returns the events since the last call. */
  readonly events: () => ReadonlyArray<Event<Common> | Settled>
  /** Returns the questions since the last call. */
  readonly questions: () => ReadonlyArray<Question>
  /** Returns the lapses that began or ended since the last call. */
  readonly fills: () => ReadonlyArray<Lapse>
  /** Whether the answer to a question is still waited for. */
  readonly isOpen: (id: number) => boolean
  /** Why the stream fails, after its events. */
  readonly failure: () => MarketDataError | undefined
  /** Number of rows in events so far. */
  readonly rows: () => number
  /** Positions of the tickers of which rows were told. */
  readonly positions: () => ReadonlyArray<TickerPosition<Common>>
}
