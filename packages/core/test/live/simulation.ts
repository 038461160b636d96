/**
 * A market in which the live channel and the endpoint tell the same: bars of minutes, which late trades change. Cuts,
 * evictions, silences, renewals, overflows, kills and the delay of the endpoint come from a seed. Time is that of the
 * simulation: nothing waits.
 */
import type { Event } from "@candela/core/Live"
import { Array as Arrays } from "effect"
import * as Machine from "../../src/internal/live/machine.js"
import type * as Specs from "../../src/internal/live/spec.js"
import * as Positions from "../../src/internal/live/positions.js"

export interface Bar {
  readonly ticker: string
  readonly timestamp: number
  readonly close: number
  readonly volume: number
}

/** A bar, as it is sent: with the volume of the day. */
export interface LiveBar extends Bar {
  readonly dayVolume: number
}

interface Publication {
  readonly at: number
  readonly bar: LiveBar
}

const minute = 60_000

/** Numbers from 0 to 1 by a seed. */
export const random = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Settings {
  readonly seed: number
  readonly tickers: number
  readonly minutes: number
  readonly cuts: number
  readonly overflows: number
  readonly kills: number
  /** Ends of the connection in favour of another one with the same key. */
  readonly evictions?: number
  /** Times in which nothing arrives. Those that are long are found out, as of the last sign of life. */
  readonly silences?: number
  /** Connections that are made again by plan. */
  readonly renewals?: number
  /** Largest delay of the endpoint, milliseconds. */
  readonly lag: number
  /** Longest time of an answer, milliseconds. Default: 100. */
  readonly latency?: number
  /** How much later than they end rows are published, milliseconds. Default: 0. */
  readonly delayed?: number
  /** How long signals of the channel wait for their consumer, milliseconds. Default: 0. */
  readonly queued?: number
  /** Whether the stream begins in the past. */
  readonly follow: boolean
  /** Whether bars are sent again with other values. */
  readonly revised: boolean
  /** Whether the stream is of all tickers. */
  readonly all?: boolean
  readonly spec?: Partial<Specs.Spec<LiveBar, Bar>>
}

/** Start of the day of the simulation. */
export const day = Date.UTC(2025, 5, 2, 13, 30)

const publicationsOf = (
  { delayed = 0, minutes, revised, spec, tickers }: Settings,
  next: () => number,
): ReadonlyArray<Publication> =>
  Array.from({ length: tickers }, (_, index) => {
    const ticker = `T${index}`
    // Every third ticker is quiet.
    const share = index % 3 === 2 ? 0.05 : 0.9
    const changes: Array<{ readonly at: number; readonly timestamp: number; readonly volume: number }> = []
    for (let timestamp = day; timestamp < day + minutes * minute; timestamp += minute) {
      if (next() > share) continue
      const at = timestamp + (spec?.span ?? minute) + delayed + Math.floor(next() * 500)
      changes.push({ at, timestamp, volume: 100 + Math.floor(next() * 100) })
      if (!revised) continue
      while (next() < 0.3) {
        const later = at + 1 + Math.floor(next() * 14 * minute)
        changes.push({ at: later, timestamp, volume: 1 + Math.floor(next() * 9) })
      }
    }
    changes.sort((one, other) => one.at - other.at)
    const volumes = new Map<number, number>()
    return changes.map(({ at, timestamp, volume }): Publication => {
      volumes.set(timestamp, (volumes.get(timestamp) ?? 0) + volume)
      const own = volumes.get(timestamp)!
      let dayVolume = 0
      for (const [time, traded] of volumes) if (time <= timestamp) dayVolume += traded
      return { at, bar: { ticker, timestamp, close: own / 8, volume: own, dayVolume } }
    })
  })
    .flat()
    .sort((one, other) => one.at - other.at)

const common = ({ close, ticker, timestamp, volume }: LiveBar): Bar => ({ ticker, timestamp, close, volume })

/** What a consumer has after the day, and what the endpoint has. */
export interface Outcome {
  readonly log: ReadonlyArray<Event<Bar>>
  readonly expected: ReadonlyArray<Bar>
  readonly requests: number
  readonly volumes: number
  /** What interrupted the stream. A cut while there is no connection is none. */
  readonly happened: Readonly<Record<"cuts" | "evictions" | "silences" | "renewals" | "overflows" | "kills", number>>
  readonly positions: ReadonlyArray<Specs.TickerPosition<Bar>>
}

/** Runs a day. */
export const simulate = (settings: Settings): Outcome => {
  const { all, cuts, follow, kills, lag, latency = 100, minutes, overflows, seed, tickers } = settings
  const { evictions = 0, queued = 0, renewals = 0, silences = 0 } = settings
  const next = random(seed)
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from))
  const publications = publicationsOf(settings, next)
  const end = day + minutes * minute
  const names = Array.from({ length: tickers }, (_, index) => `T${index}`)
  const start = follow ? between(day, day + (minutes / 2) * minute) : day
  const spec: Specs.Spec<LiveBar, Bar> = {
    tickers: all === true ? "*" : names,
    tickerOf: ({ ticker }) => ticker,
    common,
    time: ({ timestamp }) => timestamp,
    key: ({ timestamp }) => timestamp,
    late: 16 * minute,
    volume: { total: ({ dayVolume }) => dayVolume, own: ({ volume }) => volume },
    span: minute,
    delay: minute,
    unfilled: undefined,
    snapshot: false,
    settle: 5000,
    within: minute,
    requests: 10_000,
    capacity: 1000,
    from: follow ? day : undefined,
    ...settings.spec,
  }

  // What happens, the next last. Of things at one time, the first planned happens first.
  const planned: Array<{ readonly at: number; readonly run: () => void }> = []
  let now = start
  const at = (time: number, run: () => void) => {
    let [low, high] = [0, planned.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (planned[middle]!.at > time) low = middle + 1
      else high = middle
    }
    planned.splice(low, 0, { at: time, run })
  }

  let machine = Machine.make<LiveBar, Bar>(spec)
  let life = 0
  let isListening = false
  let isDropping = false
  let dropped: Array<LiveBar> = []
  /** Rows that are under way, while nothing arrives. */
  let stalled: Array<LiveBar> | undefined
  let heardAt = start
  let [requests, volumes, shown] = [0, 0, 0]
  const happened = { cuts: 0, evictions: 0, silences: 0, renewals: 0, overflows: 0, kills: 0 }
  const log: Array<Event<Bar>> = []
  let savedLength = 0
  let saved = "[]"
  let isKilled = false

  const byTicker = Arrays.groupBy(publications, ({ bar }) => bar.ticker)
  const latest = (ticker: string | undefined, state: number, from = -Infinity) => {
    const bars = new Map<string, LiveBar>()
    for (const { at, bar } of ticker === undefined ? publications : (byTicker[ticker] ?? [])) {
      if (at > state) break
      if (bar.timestamp >= from) bars.set(`${bar.ticker} ${bar.timestamp}`, bar)
    }
    return [...bars.values()].sort((one, other) => one.timestamp - other.timestamp)
  }
  /** What the endpoint shows: it never goes back. */
  const state = () => (shown = Math.max(shown, now - between(0, lag + 1)))

  const input = (of: number, value: Specs.Input<LiveBar, Bar>) => {
    if (of !== life || isKilled) return
    machine.take(value, now)
    for (const question of machine.questions()) {
      at(now + question.delay, () => {
        if (of !== life || !machine.isOpen(question.id)) return
        const asked = now
        const seen = state()
        if (question._tag === "Volumes") {
          volumes++
          const totals = new Map<string, number>()
          for (const { ticker, volume } of latest(undefined, seen)) {
            totals.set(ticker, (totals.get(ticker) ?? 0) + volume)
          }
          at(now + between(0, 100), () => input(of, { _tag: "Volumes", id: question.id, volumes: totals }))
          return
        }
        requests++
        const rows = latest(question.ticker, seen, question.from).map(common)
        const half = Math.ceil(rows.length / 2)
        const arrival = now + between(0, latency)
        const answer = (part: ReadonlyArray<Bar>): Specs.Input<LiveBar, Bar> => ({
          _tag: "Answer",
          id: question.id,
          at: asked,
          rows: part,
        })
        at(arrival, () => input(of, answer(rows.slice(0, half))))
        at(arrival + between(0, 50), () => {
          input(of, answer(rows.slice(half)))
          input(of, { _tag: "Answered", id: question.id, at: asked })
        })
      })
    }
    log.push(...(machine.events() as ReadonlyArray<Event<Bar>>))
    // The consumer has the events. Now and then their position is saved.
    if (kills > 0 && next() < 0.3) {
      const positions = machine
        .positions()
        .map(({ known, ticker }) => ({ ticker, stored: Positions.encode(known, spec) }))
      saved = JSON.stringify(positions)
      savedLength = log.length
    }
  }

  const signal = (value: Specs.Input<LiveBar, Bar>) => {
    const of = life
    if (queued === 0) input(of, value)
    else at(now + queued, () => input(of, value))
  }
  const hear = (bar: LiveBar) => {
    heardAt = now
    if (isDropping) dropped.push(bar)
    else signal({ _tag: "Rows", rows: [bar] })
  }
  const subscribe = () => {
    isListening = true
    heardAt = now
    signal({ _tag: "Subscribed", at: now })
  }
  at(start, subscribe)
  for (const { at: time, bar } of publications) {
    if (time < start) continue
    at(time, () => {
      if (!isListening) return
      if (stalled !== undefined) stalled.push(bar)
      else hear(bar)
    })
  }
  const flush = () => {
    isDropping = false
    const times = dropped.map(({ timestamp }) => timestamp)
    if (dropped.length > 0 && isListening) {
      happened.overflows++
      signal({
        _tag: "Dropped",
        rows: dropped.length,
        tickers: [...new Set(dropped.map(({ ticker }) => ticker))],
        from: Math.min(...times),
        to: Math.max(...times),
      })
    }
    dropped = []
  }
  /** The connection is lost, and made again after some time. */
  const lose = (name: keyof typeof happened, reason: "cut" | "stale" | "evicted", sign: number, length: number) => {
    // What was dropped stands before the loss in the buffer.
    flush()
    isListening = false
    stalled = undefined
    happened[name]++
    signal({ _tag: "Lost", reason, at: sign })
    const of = life
    at(now + length, () => {
      if (of === life) subscribe()
    })
  }
  const plan = (count: number, run: () => void) => {
    for (let index = 0; index < count; index++) {
      at(between(start + 1, end), () => {
        if (isListening && stalled === undefined) run()
      })
    }
  }
  plan(cuts, () => lose("cuts", "cut", now - between(0, 200), between(1, 5 * minute)))
  // The service cools down for a minute.
  plan(evictions, () => lose("evictions", "evicted", now, minute + between(0, minute)))
  plan(renewals, () => lose("renewals", "cut", now, between(1, 50)))
  plan(silences, () => {
    const [rows, of] = [(stalled = [] as Array<LiveBar>), life]
    // A silence is looked into after 30 seconds, and for 10 more.
    const length = between(1, 80_000)
    at(now + Math.min(length, 40_000), () => {
      if (of !== life || stalled !== rows) return
      if (length > 40_000) return lose("silences", "stale", heardAt, between(250, 2 * minute))
      stalled = undefined
      happened.silences++
      for (const bar of rows) hear(bar)
    })
  })
  for (let index = 0; index < overflows; index++) {
    at(between(start + 1, end), () => {
      if (isListening) isDropping = true
      at(now + between(1, 2 * minute), flush)
    })
  }
  for (let index = 0; index < kills; index++) {
    at(between(start + 1, end), () => {
      if (isKilled) return
      isKilled = true
      happened.kills++
      isListening = false
      isDropping = false
      dropped = []
      stalled = undefined
      life++
      at(now + between(1, 10 * minute), () => {
        isKilled = false
        log.length = savedLength
        const positions = JSON.parse(saved) as ReadonlyArray<{ ticker: string; stored: never }>
        machine = Machine.make<LiveBar, Bar>(
          spec,
          positions.map(({ stored, ticker }) => ({ ticker, known: Positions.decode<Bar>(stored, spec) })),
        )
        subscribe()
      })
    })
  }

  const last = end + 40 * minute
  for (;;) {
    const event = planned.pop()
    if (event === undefined || event.at > last) break
    now = event.at
    event.run()
  }
  const expected = latest(undefined, Infinity)
    .filter(({ ticker }) => all === true || names.includes(ticker))
    .map(common)
  return { log, expected, requests, volumes, happened, positions: machine.positions() }
}

/** Violations of the laws of a stream: one line for each. */
export const violations = ({ expected, log }: Pick<Outcome, "expected" | "log">): ReadonlyArray<string> => {
  const found: Array<string> = []
  const told = new Map<string, Bar>()
  const last = new Map<string, number>()
  const keyOf = ({ ticker, timestamp }: Bar) => `${ticker} ${timestamp}`
  for (const event of log) {
    if (event._tag === "Gap") {
      if (!event.filled) found.push(`not filled: ${event.detail}`)
      continue
    }
    if (event._tag === "Revised") {
      const before = told.get(keyOf(event.row))
      if (before === undefined || before.volume !== event.before.volume) found.push(`revised from another row`)
      told.set(keyOf(event.row), event.row)
      continue
    }
    if (event.rows.length === 0 || event.rows.length > 1024) found.push(`an event of ${event.rows.length} rows`)
    for (const row of event.rows) {
      if (told.has(keyOf(row))) found.push(`repeated ${keyOf(row)}`)
      if (row.timestamp < (last.get(row.ticker) ?? 0)) found.push(`out of order ${keyOf(row)}`)
      told.set(keyOf(row), row)
      last.set(row.ticker, row.timestamp)
    }
  }
  for (const row of expected) {
    const value = told.get(keyOf(row))
    if (value === undefined) found.push(`lost ${keyOf(row)}`)
    else if (value.volume !== row.volume) found.push(`${keyOf(row)} is ${value.volume}, not ${row.volume}`)
  }
  if (told.size > expected.length) found.push("invented rows")
  return found
}
