/**
 * Makes events of the signals of a subscription: rows, their revisions, and gaps, which it fills from an endpoint.
 *
 * It is a machine without clock and requests of its own: it takes an input at a time, and leaves events to emit and
 * questions to ask. A gap is filled for each ticker by itself: rows of the live channel are held back from the
 * acknowledgement on, rows of the endpoint are told as they come, and once the endpoint is known to have what was
 * published before the acknowledgement, those that were held follow.
 */
import type { Event, Settled } from "../../Live.js"
import type { MarketDataError } from "../../MarketDataError.js"
import * as Filling from "./filling.js"
import * as Known from "./known.js"
import type { Reason, Settled as SettledSignal, Signal } from "./signal.js"

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
  | SettledSignal
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

/** Rows of an event at most. */
const most = 1024

/** Errors after which another question may have an answer. */
const passing: ReadonlySet<string> = new Set(["TransportError", "TimeoutError", "ServiceError", "RateLimited"])

interface Ticker<Common> {
  readonly name: string
  readonly known: Known.Known<Common>
  filling: Filling.Filling<Common> | undefined
}

/** A time without listening, until each of its tickers is settled. */
interface Lapse {
  readonly reason: Reason | "start"
  readonly from: number
  to: number
  /** Requests that are left. */
  requests: number
  /** Question for the volumes; 0 if none is open. */
  volumes: number
  readonly pending: Set<string>
  readonly filled: Set<string>
  /** Tickers that were not filled, by the reason. */
  readonly unfilled: Map<string, Array<string>>
}

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
  /** Whether the answer to a question is still waited for. */
  readonly isOpen: (id: number) => boolean
  /** Why the stream fails, after its events. */
  readonly failure: () => MarketDataError | undefined
  /** Number of rows in events so far. */
  readonly rows: () => number
  /** Positions of the tickers of which rows were told. */
  readonly positions: () => ReadonlyArray<TickerPosition<Common>>
}

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))

/** Makes the machine of a stream, which goes on from positions if there are some. */
export const make = <Row, Common>(
  spec: Spec<Row, Common>,
  positions: ReadonlyArray<TickerPosition<Common>> = [],
): Machine<Row, Common> => {
  const { common, late, span, tickerOf, time, volume } = spec
  const tickers = new Map<string, Ticker<Common>>()
  let events: Array<Event<Common> | Settled> = []
  let questions: Array<Question> = []
  let failure: MarketDataError | undefined
  let lapse: Lapse | undefined
  let lost: Extract<Signal<Row>, { readonly _tag: "Lost" }> | undefined
  let isFirst = true
  let [rows, held, ids] = [0, 0, 0]
  /** Question for the volumes at the begin of a stream of all tickers. */
  let baseline = 0
  /** Tickers by the question that is open. */
  const open = new Map<number, Ticker<Common>>()
  /** Latest time of a row of any ticker. */
  let seen = -Infinity
  /** Delay of the endpoint that was last seen, milliseconds. */
  let lag = 0
  /** Shortest time from the end of a row to its arrival, milliseconds: a delayed feed has all rows later. */
  let behind = Infinity

  const add = (name: string, known: Known.Known<Common> = Known.make()) => {
    const ticker: Ticker<Common> = { name, known, filling: undefined }
    tickers.set(name, ticker)
    seen = Math.max(seen, known.last)
    return ticker
  }
  const before = new Map(positions.map(({ known, ticker }) => [ticker, known]))
  for (const name of spec.tickers === "*" ? [] : spec.tickers) add(name, before.get(name))

  const emit = (row: Common) => {
    rows++
    const last = events.at(-1)
    if (last?._tag === "Rows" && last.rows.length < most) (last.rows as Array<Common>).push(row)
    else events.push({ _tag: "Rows", rows: [row] })
  }

  /** Tells a row, unless it was told before. */
  const tell = ({ known }: Ticker<Common>, row: Common): void => {
    const verdict = Known.compare(known, spec, row)
    // protects: A row that comes twice is told once.
    // mutant: "that comes again is told once": never
    if (verdict._tag === "Same") return
    seen = Math.max(seen, time(row))
    Known.record(known, spec, row, seen)
    // protects: A row that has changed is told with the one before.
    // mutant: "the last value of each key": never
    if (verdict._tag === "Changed") events.push({ _tag: "Revised", before: verdict.before, row })
    else emit(row)
  }

  const tellLive = (ticker: Ticker<Common>, row: Common, total: number | undefined) => {
    tell(ticker, row)
    if (time(row) === ticker.known.last) ticker.known.volume = total
  }

  // The delay that was seen has the time in it for which an answer was not asked for: it leaves time to ask twice.
  // protects: A delay that looks longer than it is does not keep a gap from being filled.
  // mutant: "because nothing was asked for meanwhile": Math.min(2 * lag, spec.within / 2) → 2 * lag
  const settle = () => Math.max(spec.settle, Math.min(2 * lag, spec.within / 2))

  /** Ends the lapse when no ticker of it is pending. */
  const close = () => {
    if (lapse === undefined || lapse.pending.size > 0 || lapse.volumes > 0) return
    const { filled, from, reason, to, unfilled } = lapse
    lapse = undefined
    const gap = { _tag: "Gap", reason, from, to } as const
    if (filled.size > 0 || unfilled.size === 0) {
      const all = spec.tickers === "*" && unfilled.size === 0
      events.push({ ...gap, tickers: all ? "*" : [...filled], filled: true })
    }
    for (const [detail, names] of unfilled) events.push({ ...gap, tickers: names, filled: false, detail })
  }

  /** Goes on with a ticker: tells what was held. `detail` is why it was not filled. */
  const release = (ticker: Ticker<Common>, detail?: string) => {
    const filling = ticker.filling!
    ticker.filling = undefined
    open.delete(filling.id)
    held -= filling.held.length
    if (detail === undefined) {
      for (const { before, row } of filling.changes.values()) {
        Known.record(ticker.known, spec, row, seen)
        events.push({ _tag: "Revised", before, row })
      }
    }
    const rest = Filling.rest(filling, ticker.known, spec, detail === undefined)
    for (const { row, total } of rest) tellLive(ticker, row, total)
    lapse?.pending.delete(ticker.name)
    if (detail === undefined) lapse?.filled.add(ticker.name)
    else lapse?.unfilled.set(detail, [...(lapse.unfilled.get(detail) ?? []), ticker.name])
    close()
  }

  const ask = (ticker: Ticker<Common>, now: number) => {
    const filling = ticker.filling!
    if (lapse!.requests <= 0) {
      return release(ticker, `the ${spec.requests} requests of a gap were used up (fill.requests)`)
    }
    lapse!.requests--
    filling.id = ++ids
    open.set(filling.id, ticker)
    const from = Filling.from(filling, ticker.known, late, seen)
    // The next row may show that nothing was missed.
    const first = ticker.known.volume === undefined ? lag : settle()
    const delay = Filling.delay(filling, { now, first, settle: settle() })
    questions.push({ _tag: "Rows", id: filling.id, ticker: ticker.name, from, delay })
  }

  const askVolumes = (delay: number) => {
    questions.push({ _tag: "Volumes", id: ++ids, delay })
    return ids
  }

  /** Returns the time of the first row that a gap may have, of a ticker of which nothing was told. */
  const earliest = (from: number) => (seen === -Infinity ? from : Math.min(from, seen)) - Known.overlap - span

  /** Holds back the rows of a ticker from now on. */
  const hold = (ticker: Ticker<Common>, at: number, from: number) => {
    const { known } = ticker
    if (ticker.filling === undefined) {
      const missed = known.last === -Infinity ? from : Known.since(known, late, seen)
      ticker.filling = Filling.make<Common>(missed, Known.first(known, spec), at)
    } else {
      // protects: A cut during a fill does no harm.
      // mutant: "by what was heard before it": removed
      Filling.again(ticker.filling, at)
    }
    lapse!.pending.add(ticker.name)
    lapse!.filled.delete(ticker.name)
  }

  /** Begins to fill the gap of some tickers, which ends at an acknowledgement. */
  const fill = (names: Iterable<string>, reason: Lapse["reason"], from: number, at: number, now: number) => {
    if (spec.unfilled !== undefined) {
      const missed = spec.tickers === "*" && reason !== "overflow" ? "*" : [...names]
      events.push({ _tag: "Gap", reason, tickers: missed, from, to: at, filled: false, detail: spec.unfilled })
      return
    }
    const requests = reason === "start" ? Infinity : spec.requests
    lapse ??= { reason, from, to: at, requests, volumes: 0, pending: new Set(), filled: new Set(), unfilled: new Map() }
    lapse.to = Math.max(lapse.to, at)
    lapse.requests = Math.max(lapse.requests, requests)
    const all = [...names].map((name) => tickers.get(name) ?? add(name))
    const first = reason === "start" ? from : earliest(from)
    for (const ticker of all) hold(ticker, at, first)
    // protects: A gap of many tickers costs one request for those in which nothing was missed.
    // mutant: "one request for the market": spec.snapshot && reason → false && reason
    if (spec.snapshot && reason !== "start" && (spec.tickers === "*" || all.length * 2 > requests)) {
      lapse.volumes = askVolumes(settle())
      return
    }
    for (const ticker of all) if (ticker.filling?.id === 0) ask(ticker, now)
    close()
  }

  const holdRow = (ticker: Ticker<Common>, row: Row, value: Common, now: number) => {
    const filling = ticker.filling!
    const { known } = ticker
    const total = volume?.total(row)
    const isNew = Known.compare(known, spec, value)._tag !== "Same"
    filling.held.push({ row: value, at: now, isNew, total })
    held++
    // A row of a time before the acknowledgement may come again, after others that were missed.
    // protects: The volume of the day proves that nothing was missed only with a row of a later time.
    // mutant: "shown by a row that came again": && time(value) + span + behind >= filling.since → && true
    const isNext = time(value) > known.last && time(value) + span + behind >= filling.since
    // protects: A ticker whose volume of the day shows that nothing was missed costs no request.
    // mutant: "costs no request": never
    if (isNext && known.volume !== undefined && total !== undefined && near(total - volume!.own(row), known.volume)) {
      return release(ticker)
    }
    if (held <= spec.capacity) return
    // The endpoint has them, too: it is asked for what was published until now.
    // protects: Rows that wait for the endpoint take no more memory than the buffer.
    // mutant: "holds no more rows than its buffer": removed
    for (const { filling } of tickers.values()) if (filling !== undefined) Filling.drop(filling, now)
    held = 0
  }

  const takeRow = (row: Row, now: number) => {
    const name = tickerOf(row)
    let ticker = tickers.get(name)
    if (ticker === undefined) {
      ticker = add(name)
      if (lapse !== undefined && lapse.volumes > 0) {
        hold(ticker, lapse.to, earliest(lapse.from))
      }
    }
    const value = common(row)
    behind = Math.min(behind, now - time(value) - span)
    if (ticker.filling === undefined) tellLive(ticker, value, volume?.total(row))
    else holdRow(ticker, row, value, now)
  }

  const takeAnswer = (ticker: Ticker<Common>, at: number, answer: ReadonlyArray<Common>) => {
    const filling = ticker.filling!
    for (const row of answer) {
      // protects: A row of a time that has not ended is left to the live channel.
      // mutant: "is not told before its end": removed
      if (span > 0 && time(row) + span > at) continue
      if (time(row) < filling.asked) continue
      const verdict = Known.compare(ticker.known, spec, row)
      if (verdict._tag === "New") {
        if (time(row) < filling.missed) continue
        ticker.known.volume = undefined
        filling.hasNews = filling.hasTold = true
        tell(ticker, row)
      } else {
        const change = verdict._tag === "Changed" ? { before: verdict.before, row } : undefined
        if (Filling.change(filling, spec.key!(row), change)) filling.hasNews = true
      }
    }
  }

  const takeAnswered = (ticker: Ticker<Common>, at: number, now: number) => {
    const filling = ticker.filling!
    filling.id = 0
    const proof = Filling.proof(filling, ticker.known, spec, { at, settle: settle() })
    if (++filling.answers === 1) filling.begun = now
    filling.hasNews = false
    if (lost !== undefined) return
    if (proof !== undefined) {
      lag = Math.max(0, proof.lag ?? lag)
      release(ticker)
    } else if (now - filling.begun >= spec.within) {
      release(ticker, `the endpoint did not catch up within ${spec.within / 1000} s (fill.within)`)
    } else ask(ticker, now)
  }

  /** The volumes at the begin of a stream: tickers whose volume is still the same had no row since. */
  const takeBaseline = (volumes: ReadonlyMap<string, number>) => {
    // After a gap, the volumes may be those of rows that were missed.
    if (lapse !== undefined || lost !== undefined) return
    for (const [name, total] of volumes) (tickers.get(name) ?? add(name)).known.volume ??= total
  }

  const takeVolumes = (volumes: ReadonlyMap<string, number>, { from, to }: Lapse, now: number) => {
    lapse!.volumes = 0
    const isMoved = ({ known, name }: Ticker<Common>) => {
      const total = volumes.get(name)
      return total !== undefined && (known.volume === undefined || !near(known.volume, total))
    }
    for (const name of spec.tickers === "*" ? volumes.keys() : []) {
      const ticker = tickers.get(name) ?? add(name)
      if (ticker.filling === undefined && isMoved(ticker)) hold(ticker, to, earliest(from))
    }
    for (const ticker of tickers.values()) {
      if (ticker.filling === undefined || ticker.filling.id > 0) continue
      if (isMoved(ticker)) ask(ticker, now)
      else release(ticker)
    }
    close()
  }

  const takeFailed = (id: number, error: MarketDataError, now: number) => {
    const ticker = open.get(id)
    if (ticker === undefined) {
      if (lapse?.volumes !== id) return
      lapse.volumes = 0
      for (const ticker of tickers.values()) if (ticker.filling?.id === 0) release(ticker, error.message)
      return close()
    }
    open.delete(id)
    const filling = ticker.filling!
    filling.id = 0
    filling.failures++
    if (lapse!.reason === "start" && filling.answers === 0) failure = error
    else if (lost !== undefined) return
    else if (passing.has(error._tag) && now - filling.begun < spec.within) ask(ticker, now)
    else release(ticker, error.message)
  }

  const takeSettled = (ends: ReadonlyMap<string, number>) => {
    // What is fetched now comes after it: the next look at the store tells it.
    // protects: Nothing of a time is told after the store has replaced it.
    // mutant: "waits for what is fetched": lapse !== undefined || lost !== undefined → false
    if (lapse !== undefined || lost !== undefined) return
    const groups = new Map<string, { readonly from: number; readonly to: number; readonly tickers: Array<string> }>()
    for (const [name, to] of ends) {
      const ticker = tickers.get(name)
      if (ticker === undefined) continue
      const { settled = spec.from! } = ticker.known
      // At the first begin, all that was told is from the store.
      const isKnown = ticker.known.settled === undefined && !before.has(name)
      ticker.known.settled = Math.max(settled, to)
      if (to <= settled || isKnown) continue
      const group = groups.get(`${settled} ${to}`) ?? { from: settled, to, tickers: [] }
      groups.set(`${settled} ${to}`, group)
      group.tickers.push(name)
    }
    for (const group of groups.values()) events.push({ _tag: "Settled", ...group })
  }

  const take: Machine<Row, Common>["take"] = (input, now) => {
    switch (input._tag) {
      case "Subscribed": {
        const before = lost
        lost = undefined
        if (isFirst && spec.from !== undefined) fill([...tickers.keys()], "start", spec.from, input.at, now)
        else if (isFirst && spec.tickers === "*" && spec.snapshot) baseline = askVolumes(0)
        else if (before !== undefined) fill([...tickers.keys()], before.reason, before.at, input.at, now)
        isFirst = false
        return
      }
      case "Rows":
        for (const row of input.rows) takeRow(row, now)
        return
      case "Lost":
        lost ??= input
        return
      case "Dropped":
        // protects: What a full buffer dropped is a gap.
        // mutant: "an overflow is a gap": removed
        return fill(input.tickers, "overflow", input.from, now, now)
      case "Settled":
        return takeSettled(input.ends)
      case "Answer": {
        const ticker = open.get(input.id)
        return ticker && takeAnswer(ticker, input.at, input.rows)
      }
      case "Answered": {
        const ticker = open.get(input.id)
        open.delete(input.id)
        return ticker && takeAnswered(ticker, input.at, now)
      }
      case "Volumes":
        if (input.id === baseline) return takeBaseline(input.volumes)
        return lapse?.volumes === input.id ? takeVolumes(input.volumes, lapse, now) : undefined
      case "Failed":
        return takeFailed(input.id, input.error, now)
    }
  }

  return {
    take,
    events: () => {
      const taken = events
      events = []
      return taken
    },
    questions: () => {
      const taken = questions
      questions = []
      return taken
    },
    isOpen: (id) => open.has(id) || lapse?.volumes === id || id === baseline,
    failure: () => failure,
    rows: () => rows,
    positions: () =>
      [...tickers.values()].flatMap(({ filling, known, name }) => {
        if (known.last === -Infinity) return []
        // A change that is not told yet is found again from the row before it.
        // protects: A program that is killed while a change waits to be told is told it when it goes on.
        // mutant: "killed at any instant": filling === undefined ? → true ?
        const changed =
          filling === undefined ? [] : [...filling.changes].map(([key, { before }]) => [key, before] as const)
        return [{ ticker: name, known: { ...known, rows: new Map([...changed, ...known.rows]) } }]
      }),
  }
}
