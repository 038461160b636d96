/**
 * Makes events of the signals of a subscription: rows, their revisions, and gaps, which it fills from an endpoint.
 *
 * It is a machine without clock and requests of its own: it takes an input at a time, and leaves events to emit and
 * questions to ask. A gap is filled for each ticker by itself: rows of the live channel are held back from the
 * acknowledgement on, rows of the endpoint are told as they come, and once the endpoint is known to have what was
 * published before the acknowledgement, those that were held follow.
 */
import type { MarketDataError } from "../../MarketDataError.js"
import * as Filling from "./filling.js"
import * as Known from "./known.js"
import * as Lapses from "./lapse.js"
import type { Reason, Signal } from "./signal.js"
import type { Machine, Question, Spec, TickerPosition } from "./spec.js"
import { ToldRows, type TickerState } from "./told.js"

/** Errors after which another question may have an answer. */
const passing: ReadonlySet<string> = new Set(["TransportError", "TimeoutError", "ServiceError", "RateLimited"])

/** Makes the machine of a stream, which goes on from positions if there are some. */
export const make = <Row, Common>(
  spec: Spec<Row, Common>,
  positions: ReadonlyArray<TickerPosition<Common>> = [],
): Machine<Row, Common> => {
  const { common, delay, late, span, tickerOf, time, volume } = spec
  const told = new ToldRows(spec, positions)
  const { tickers } = told
  let questions: Array<Question> = []
  let fills: Array<Lapses.Lapse> = []
  let failure: MarketDataError | undefined
  let lapse: Lapses.Lapse | undefined
  let lost: Extract<Signal<Row>, { readonly _tag: "Lost" }> | undefined
  let isFirst = true
  let [held, ids] = [0, 0]
  /** Question for the volumes at the begin of a stream of all tickers. */
  let baseline = 0
  /** Tickers by the question that is open. */
  const open = new Map<number, TickerState<Common>>()
  /** Delay of the endpoint that was last seen, milliseconds. */
  let lag = 0
  /** Shortest time from the end of a row to its arrival, milliseconds: a delayed feed has all rows later. */
  let behind = Infinity

  // The delay that was seen has the time in it for which an answer was not asked for: it leaves time to ask twice.
  // protects: A delay that looks longer than it is does not keep a gap from being filled.
  // mutant: "because nothing was asked for meanwhile": Math.min(2 * lag, spec.within / 2) → 2 * lag
  const settle = () => Math.max(spec.settle, Math.min(2 * lag, spec.within / 2))

  /** Ends the lapse when no ticker of it is pending. */
  const close = () => {
    if (lapse === undefined || Lapses.isOpen(lapse)) return
    told.push(...Lapses.end(lapse, spec.tickers === "*"))
    if (!fills.includes(lapse)) fills.push(lapse)
    lapse = undefined
  }

  /** Goes on with a ticker: tells what was held. `detail` is why it was not filled. */
  const release = (ticker: TickerState<Common>, detail?: string) => {
    const filling = ticker.filling!
    ticker.filling = undefined
    open.delete(filling.id)
    held -= filling.held.length
    if (detail === undefined) for (const change of filling.changes.values()) told.revised(ticker, change, filling)
    const rest = Filling.rest(filling, ticker.known, spec, detail === undefined)
    for (const { row, total } of rest) told.live(ticker, row, total, filling)
    if (lapse !== undefined) Lapses.settle(lapse, ticker.name, detail)
    close()
  }

  const ask = (ticker: TickerState<Common>, now: number) => {
    const filling = ticker.filling!
    if (lapse!.requests <= 0) {
      return release(ticker, `the ${spec.requests} requests of a gap were used up (fill.requests)`)
    }
    lapse!.requests--
    filling.id = ++ids
    open.set(filling.id, ticker)
    const from = Filling.from(filling, ticker.known, late, told.seen)
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
  const earliest = (from: number) =>
    // protects: A followed ticker of which nothing was told has its rows from the start on.
    // mutant: "of which nothing was told begins with the history": spec.from ?? (told → (told
    spec.from ?? (told.seen === -Infinity ? from : Math.min(from, told.seen)) - Known.overlap - span

  /** Holds back the rows of a ticker from now on: those that end after `heard`. */
  const hold = (ticker: TickerState<Common>, at: number, from: number, heard = at - delay) => {
    const { known } = ticker
    if (ticker.filling === undefined) {
      const missed = known.last === -Infinity ? from : Known.since(known, late, told.seen)
      // protects: A row that waits for a slow consumer, and that an answer has told, is not told again.
      // mutant: "others after them: they are told once": heard - span) → Infinity)
      ticker.filling = Filling.make<Common>(missed, Known.first(known, spec), at, heard - span)
    } else {
      // protects: A cut during a fill does no harm.
      // mutant: "by what was heard before it": removed
      Filling.again(ticker.filling, at)
    }
    lapse!.pending.add(ticker.name)
    lapse!.filled.delete(ticker.name)
  }

  /** Begins to fill the gap of some tickers, which ends at an acknowledgement. */
  const fill = (names: Iterable<string>, reason: Reason | "start", from: number, at: number, now: number) => {
    if (spec.unfilled !== undefined) {
      const missed = spec.tickers === "*" && reason !== "overflow" ? "*" : [...names]
      told.push({ _tag: "Gap", reason, tickers: missed, from, to: at, filled: false, detail: spec.unfilled })
      return
    }
    const requests = reason === "start" ? Infinity : spec.requests
    if (lapse === undefined) fills.push((lapse = Lapses.make(reason, from, at, requests)))
    lapse.to = Math.max(lapse.to, at)
    lapse.requests = Math.max(lapse.requests, requests)
    const all = Array.from(names, (name) => told.ticker(name))
    const first = earliest(from)
    const heard = reason === "overflow" ? from : at - delay
    for (const ticker of all) hold(ticker, at, first, heard)
    // protects: A gap of many tickers costs one request for those in which nothing was missed.
    // mutant: "one request for the market": spec.snapshot && reason → false && reason
    if (spec.snapshot && reason !== "start" && (spec.tickers === "*" || all.length * 2 > requests)) {
      lapse.volumes = askVolumes(settle())
      return
    }
    for (const ticker of all) if (ticker.filling?.id === 0) ask(ticker, now)
    close()
  }

  const holdRow = (ticker: TickerState<Common>, row: Row, value: Common, now: number) => {
    const filling = ticker.filling!
    const { known } = ticker
    const total = volume?.total(row)
    const isNew = Known.compare(known, spec, value)._tag !== "Same"
    Filling.hold(filling, { row: value, at: now, isNew, total }, time(value))
    held++
    // A row of a time before the acknowledgement may come again, after others that were missed.
    // protects: The volume of the day proves that nothing was missed only with a row of a later time.
    // mutant: "shown by a row that came again": && time(value) + span + behind >= filling.since → && true
    const isNext = time(value) > known.last && time(value) + span + behind >= filling.since
    // protects: A ticker whose volume of the day shows that nothing was missed costs no request.
    // mutant: "costs no request": never
    if (isNext && total !== undefined && Known.hasVolume(known, total - volume!.own(row))) {
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
    const isNew = !tickers.has(name)
    const ticker = told.ticker(name)
    if (isNew && lapse !== undefined && lapse.volumes > 0) hold(ticker, lapse.to, earliest(lapse.from))
    const value = common(row)
    behind = Math.min(behind, now - time(value) - span)
    if (ticker.filling === undefined) told.live(ticker, value, volume?.total(row))
    else holdRow(ticker, row, value, now)
  }

  const takeAnswer = (ticker: TickerState<Common>, at: number, answer: ReadonlyArray<Common>) => {
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
        lapse!.rows++
        told.row(ticker, row)
      } else {
        const change = verdict._tag === "Changed" ? { before: verdict.before, row } : undefined
        if (Filling.change(filling, spec.key!(row), change)) filling.hasNews = true
      }
    }
  }

  const takeAnswered = (ticker: TickerState<Common>, at: number, now: number) => {
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
    for (const [name, total] of volumes) told.ticker(name).known.volume ??= total
  }

  const takeVolumes = (volumes: ReadonlyMap<string, number>, { from, to }: Lapses.Lapse, now: number) => {
    lapse!.volumes = 0
    const isMoved = ({ known, name }: TickerState<Common>) => {
      const total = volumes.get(name)
      return total !== undefined && !Known.hasVolume(known, total)
    }
    for (const name of spec.tickers === "*" ? volumes.keys() : []) {
      const ticker = told.ticker(name)
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
    if (lapse!.reason === "start" && filling.answers === 0) {
      failure = error
      lapse!.outcome = "failed"
    } else if (lost !== undefined) return
    else if (passing.has(error._tag) && now - filling.begun < spec.within) ask(ticker, now)
    else release(ticker, error.message)
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
        // What is fetched now comes after it: the next look at the store tells it.
        // protects: Nothing of a time is told after the store has replaced it.
        // mutant: "waits for what is fetched": lapse === undefined && lost === undefined ? → true ?
        return lapse === undefined && lost === undefined ? told.settled(input.ends) : undefined
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
    events: () => told.take(),
    questions: () => {
      const taken = questions
      questions = []
      return taken
    },
    fills: () => {
      const taken = fills
      fills = []
      return taken
    },
    isOpen: (id) => open.has(id) || lapse?.volumes === id || id === baseline,
    failure: () => failure,
    rows: () => told.rows,
    positions: () => told.positions(),
  }
}
