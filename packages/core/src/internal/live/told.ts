/** What a stream has told: the events for its consumer, and of each ticker the rows that may come again. */
import type { Event, Settled } from "../../Live.js"
import * as Filling from "./filling.js"
import * as Known from "./known.js"
import type { Spec, TickerPosition } from "./spec.js"

/** Rows of an event at most. */
const most = 1024

/** A ticker of a stream. */
export interface TickerState<Common> {
  readonly name: string
  readonly known: Known.Known<Common>
  filling: Filling.Filling<Common> | undefined
}

/** What a stream has told. */
export class ToldRows<Row, Common> {
  readonly tickers = new Map<string, TickerState<Common>>()
  /** Latest time of a row of any ticker. */
  seen = -Infinity
  /** Number of rows in events. */
  rows = 0
  private events: Array<Event<Common> | Settled> = []
  private readonly before: ReadonlyMap<string, Known.Known<Common>>

  constructor(
    private readonly spec: Spec<Row, Common>,
    positions: ReadonlyArray<TickerPosition<Common>>,
  ) {
    this.before = new Map(positions.map(({ known, ticker }) => [ticker, known]))
    for (const name of spec.tickers === "*" ? [] : spec.tickers) this.ticker(name)
  }

  /** The ticker of a name, which is added if it is new. */
  ticker(name: string): TickerState<Common> {
    let ticker = this.tickers.get(name)
    if (ticker === undefined) {
      ticker = { name, known: this.before.get(name) ?? Known.make(), filling: undefined }
      this.tickers.set(name, ticker)
      this.seen = Math.max(this.seen, ticker.known.last)
    }
    return ticker
  }

  /** Tells something other than rows. */
  push(...events: ReadonlyArray<Event<Common> | Settled>): void {
    this.events.push(...events)
  }

  /** Records a row that is told, of a ticker that is filled with what may come again meanwhile. */
  private record({ known }: TickerState<Common>, row: Common, filling: Filling.Filling<Common> | undefined): void {
    // protects: A ticker whose answers are minutes later than those of others misses no revision.
    // mutant: "minutes later than for others": filling === undefined ? → true ?
    const seen = filling === undefined ? this.seen : Filling.seen(filling, known)
    Known.record(known, this.spec, row, seen, filling?.earliest)
  }

  /** Tells a row, unless it was told before. `filling` is of the ticker: also one that ends with this row. */
  row(ticker: TickerState<Common>, row: Common, filling = ticker.filling): void {
    const { spec } = this
    const { known } = ticker
    const verdict = Known.compare(known, spec, row)
    // protects: A row that comes twice is told once.
    // mutant: "that comes again is told once": never
    if (verdict._tag === "Same") return
    this.seen = Math.max(this.seen, spec.time(row))
    this.record(ticker, row, filling)
    // protects: A row that has changed is told with the one before.
    // mutant: "the last value of each key": never
    if (verdict._tag === "Changed") {
      this.push({ _tag: "Revised", before: verdict.before, row })
      return
    }
    this.rows++
    const last = this.events.at(-1)
    if (last?._tag === "Rows" && last.rows.length < most) (last.rows as Array<Common>).push(row)
    else this.push({ _tag: "Rows", rows: [row] })
  }

  /** Tells a row of the live channel, with the volume of the day after it. */
  live(ticker: TickerState<Common>, row: Common, total: number | undefined, filling?: Filling.Filling<Common>): void {
    this.row(ticker, row, filling)
    if (this.spec.time(row) === ticker.known.last) ticker.known.volume = total
  }

  /** Tells that the endpoint has other values of a row. */
  revised(
    ticker: TickerState<Common>,
    { before, row }: Filling.Change<Common>,
    filling: Filling.Filling<Common>,
  ): void {
    this.record(ticker, row, filling)
    this.push({ _tag: "Revised", before, row })
  }

  /** Tells up to when a store has the rows of tickers, where that is news. */
  settled(ends: ReadonlyMap<string, number>): void {
    const groups = new Map<string, { readonly from: number; readonly to: number; readonly tickers: Array<string> }>()
    for (const [name, to] of ends) {
      const { known } = this.ticker(name)
      const { settled = this.spec.from! } = known
      // At the first begin, all that was told is from the store.
      const isKnown = known.settled === undefined && !this.before.has(name)
      known.settled = Math.max(settled, to)
      if (to <= settled || isKnown) continue
      const group = groups.get(`${settled} ${to}`) ?? { from: settled, to, tickers: [] }
      groups.set(`${settled} ${to}`, group)
      group.tickers.push(name)
    }
    for (const group of groups.values()) this.push({ _tag: "Settled", ...group })
  }

  /** Returns the events since the last call. */
  take(): ReadonlyArray<Event<Common> | Settled> {
    const taken = this.events
    this.events = []
    return taken
  }

  /** Positions of the tickers of which rows were told. */
  positions(): ReadonlyArray<TickerPosition<Common>> {
    return [...this.tickers.values()].flatMap(({ filling, known, name }) => {
      if (known.last === -Infinity) return []
      // A change that is not told yet is found again from the row before it.
      // protects: A program that is killed while a change waits to be told is told it when it goes on.
      // mutant: "killed at any instant": filling === undefined ? → true ?
      const changed =
        filling === undefined ? [] : [...filling.changes].map(([key, { before }]) => [key, before] as const)
      return [{ ticker: name, known: { ...known, rows: new Map([...changed, ...known.rows]) } }]
    })
  }
}
