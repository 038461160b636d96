/**
 * The events of a path that are to be sent, in the order of their times: those of the pairs that clients have
 * subscribed, derived minute by minute.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import * as Markets from "@candela/market/Market"
import { dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { Store, type StoreError } from "../store/Store.js"
import type { Day, EventsOf, LiveTopic } from "./topics/LiveTopic.js"

/** An event to be sent. */
export interface Due {
  /** Instant of the event, epoch milliseconds. */
  readonly at: number
  readonly code: string
  /** Ticker in the topic's spelling. */
  readonly ticker: string
  /** JSON of the event. */
  readonly text: string
}

/** A subscription as it is on the wire, such as `AM.AAPL` or `AM.*`. */
export interface Pair {
  readonly topic: LiveTopic
  readonly ticker: string
}

interface Held extends Pair {
  /** Instant of its subscription. */
  readonly after: number
}

/** The events of a path. */
export interface Agenda {
  /** Adds a pair: its events after an instant. */
  readonly add: (pair: Pair, after: number) => void
  /** Removes a pair, and its events, at an instant. */
  readonly remove: (pair: Pair, at: number) => void
  /** Returns the instant of the next event; `undefined` if there is none before the end of the data. */
  readonly next: Effect.Effect<number | undefined, StoreError, Store>
  /** Takes the events up to an instant. */
  readonly take: (until: number) => ReadonlyArray<Due>
}

/** All tickers of a topic. */
export const wildcard = "*"

const minute = 60_000
/** Time from the start of a minute to its last event: its late trades. */
const longest = 16 * minute

const tickersIn: Readonly<Record<LiveTopic["cluster"], string>> = {
  stocks: "SELECT ticker FROM tickers WHERE market IN ('stocks', 'otc') AND held_until IS NULL",
  crypto: "SELECT ticker FROM tickers WHERE market = 'crypto' AND held_until IS NULL",
  forex: "SELECT ticker FROM tickers WHERE market = 'fx' AND held_until IS NULL",
  indices: "SELECT ticker FROM tickers WHERE market = 'indices' AND held_until IS NULL",
  options: "SELECT ticker FROM option_contracts WHERE expiration_date >= (SELECT max(date) FROM day_bars)",
  futures: "SELECT DISTINCT ticker FROM futures_contracts",
}

const marketOf: Readonly<Record<LiveTopic["cluster"], Market>> = {
  ...Markets,
  options: Markets.stocks,
  indices: Markets.stocks,
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const compare = (one: Due, other: Due): number =>
  one.at - other.at || order(one.code, other.code) || order(one.ticker, other.ticker)

/** Taken events that stay in the queue, at most: moving the others for each event would take longer than all the rest. */
const mostTaken = 10_000

/** Makes the agenda of a path. No event is later than `end`. */
export const make = (end: number): Agenda => {
  const held = new Map<string, Held>()
  const days = new Map<string, { readonly day: Day; readonly eventsOf: EventsOf }>()
  let added: ReadonlyArray<Held> = []
  let tickers: ReadonlyArray<string> | undefined
  /** Events, of which those before `head` are taken. */
  let queue: Array<Due> = []
  let head = 0
  let isSorted = true
  /** Start of the first minute whose events are not in the queue. */
  let position = -Infinity

  const nameOf = ({ ticker, topic }: Pair) => `${topic.code}.${ticker}`
  const allOf = (topic: LiveTopic) => held.get(`${topic.code}.${wildcard}`)

  /** Tickers that a pair stands for, each as in requests and in the topic's spelling. */
  const meant = ({ ticker, topic }: Pair) =>
    Effect.gen(function* () {
      if (tickers === undefined) {
        const { query } = yield* Store
        const rows = yield* query<{ readonly ticker: string }>(`${tickersIn[topic.cluster]} ORDER BY ticker`)
        tickers = rows.map(({ ticker }) => ticker)
      }
      const all = tickers.map((name) => [name, topic.toWire(name)] as const)
      return ticker === wildcard ? all : all.filter(([, wire]) => wire === ticker)
    })

  const eventsOf = (topic: LiveTopic, ticker: string, start: number) =>
    Effect.gen(function* () {
      const name = `${topic.code}.${ticker}`
      const known = days.get(name)
      if (known !== undefined && start >= known.day.from && start < known.day.to) return known.eventsOf(start)
      const { zone } = marketOf[topic.cluster]
      const number = dayOf(zone, start)
      const day: Day = { from: startOfDay(zone, number), to: startOfDay(zone, number + 1) }
      const made = yield* topic.day(ticker, day)
      days.set(name, { day, eventsOf: made })
      return made(start)
    })

  /** Adds the events of a pair that follow from a minute. */
  const prepare = (pair: Held, start: number) =>
    Effect.gen(function* () {
      const { after, ticker: asked, topic } = pair
      // The events of a ticker stand in the queue once, also if it is subscribed beside all others.
      if (asked !== wildcard && allOf(topic) !== undefined) return
      for (const [ticker, wire] of yield* meant(pair)) {
        const begin = `{"ev":${JSON.stringify(topic.code)},"${topic.key}":${JSON.stringify(wire)},`
        for (const { at, row } of yield* eventsOf(topic, ticker, start)) {
          if (at <= after || at > end) continue
          queue.push({ at, code: topic.code, ticker: wire, text: begin + JSON.stringify(row).slice(1) })
          isSorted = false
        }
      }
    })

  const admit = Effect.gen(function* () {
    const pairs = added
    added = []
    if (pairs.length === 0) return
    const first = Math.min(...pairs.map(({ after }) => after))
    position = Math.max(position, Math.floor(first / minute + 1) * minute)
    for (const pair of pairs) {
      const from = Math.floor(pair.after / minute) * minute - longest
      for (let start = from; start < position; start += minute) yield* prepare(pair, start)
    }
  })

  const drop = (isDropped: (due: Due) => boolean) => {
    queue = queue.slice(head).filter((due) => !isDropped(due))
    head = 0
  }

  return {
    add: (pair, after) => {
      if (pair.ticker === wildcard) drop(({ code }) => code === pair.topic.code)
      const one = { ...pair, after }
      held.set(nameOf(pair), one)
      added = [...added, one]
    },
    remove: (pair, after) => {
      const { ticker, topic } = pair
      const one = held.get(nameOf(pair))
      held.delete(nameOf(pair))
      added = added.filter((other) => other !== one)
      if (ticker !== wildcard && allOf(topic) !== undefined) return
      drop((due) => due.code === topic.code && (ticker === wildcard || due.ticker === ticker))
      // The tickers that were subscribed beside all others have their own events again.
      for (const [name, other] of held) {
        if (ticker !== wildcard || other.topic.code !== topic.code) continue
        held.set(name, { ...other, after })
        added = [...added.filter((waiting) => waiting !== other), { ...other, after }]
      }
      if (held.size === 0) days.clear()
    },
    next: Effect.gen(function* () {
      yield* admit
      while (true) {
        if (!isSorted) drop(() => false)
        if (!isSorted) queue.sort(compare)
        isSorted = true
        const following = queue[head]
        if (held.size === 0 || position >= end || (following !== undefined && following.at < position)) {
          return following?.at
        }
        for (const pair of [...held.values()]) yield* prepare(pair, position)
        position += minute
      }
    }),
    take: (until) => {
      const from = head
      while (head < queue.length && queue[head]!.at <= until) head++
      const taken = queue.slice(from, head)
      if (head > mostTaken) drop(() => false)
      return taken
    },
  }
}
