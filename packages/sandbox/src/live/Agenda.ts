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
import type { DayBounds, EventsOf, LiveTopic } from "./topics/LiveTopic.js"

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
export interface WirePair {
  readonly topic: LiveTopic
  readonly ticker: string
}

interface Held extends WirePair {
  /** Instant of its subscription. */
  readonly after: number
}

interface Active extends Held {
  /** The tickers that it stands for: in the topic's spelling, and as in requests. */
  readonly tickers: ReadonlyArray<readonly [wire: string, ticker: string]>
}

/** The events of a path. */
export interface Agenda {
  /** Adds a pair: its events after an instant. */
  readonly add: (pair: WirePair, after: number) => void
  /** Removes a pair, and its events, at an instant. */
  readonly remove: (pair: WirePair, at: number) => void
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

/**
 * Taken events that stay in the queue, at most: moving the others for each event would take longer than all the rest.
 */
const mostTaken = 10_000

/** Makes the agenda of a path. No event is later than `end`. */
export const make = (end: number): Agenda => {
  const held = new Map<string, Held>()
  /** Held pairs that stand for tickers, with those. */
  const active = new Map<string, Active>()
  const days = new Map<string, { readonly day: DayBounds; readonly eventsOf: EventsOf }>()
  const spellings = new Map<LiveTopic, ReadonlyMap<string, string>>()
  /** Pairs whose events are not in the queue yet, and names of pairs whose events no longer belong there. */
  let added: Array<Held> = []
  const removed = new Set<string>()
  /** Events, of which those before `head` are taken. */
  let queue: Array<Due> = []
  let head = 0
  let isSorted = true
  /** Start of the first minute whose events are not in the queue. */
  let position = -Infinity

  const nameOf = (code: string, ticker: string) => `${code}.${ticker}`
  const allOf = ({ code }: LiveTopic) => held.get(nameOf(code, wildcard))
  const isRemoved = ({ code, ticker }: Due) => removed.has(nameOf(code, wildcard)) || removed.has(nameOf(code, ticker))

  /** Tickers of requests by their spelling in a topic. */
  const spellingsOf = (topic: LiveTopic) =>
    Effect.gen(function* () {
      const known = spellings.get(topic)
      if (known !== undefined) return known
      const { query } = yield* Store
      const rows = yield* query<{ readonly ticker: string }>(`${tickersIn[topic.cluster]} ORDER BY ticker`)
      const made = new Map(rows.map(({ ticker }) => [topic.spelling.toWire(ticker), ticker]))
      spellings.set(topic, made)
      return made
    })

  /** Finds the tickers that a pair stands for. */
  const activate = (pair: Held) =>
    Effect.map(spellingsOf(pair.topic), (all): Active | undefined => {
      if (pair.ticker === wildcard) return { ...pair, tickers: [...all] }
      const ticker = all.get(pair.ticker)
      return ticker === undefined ? undefined : { ...pair, tickers: [[pair.ticker, ticker]] }
    })

  const eventsOf = (topic: LiveTopic, ticker: string, start: number) =>
    Effect.gen(function* () {
      const name = `${topic.code}.${ticker}`
      const known = days.get(name)
      if (known !== undefined && start >= known.day.from && start < known.day.to) return known.eventsOf(start)
      const { zone } = marketOf[topic.cluster]
      const number = dayOf(zone, start)
      const day: DayBounds = { from: startOfDay(zone, number), to: startOfDay(zone, number + 1) }
      const made = yield* topic.day(ticker, day)
      days.set(name, { day, eventsOf: made })
      return made(start)
    })

  /** Adds the events of a pair that follow from a minute. */
  const prepare = ({ after, ticker: asked, tickers, topic }: Active, start: number) =>
    Effect.gen(function* () {
      // The events of a ticker stand in the queue once, also if it is subscribed beside all others.
      if (asked !== wildcard && allOf(topic) !== undefined) return
      for (const [wire, ticker] of tickers) {
        const begin = `{"ev":${JSON.stringify(topic.code)},"${topic.key}":${JSON.stringify(wire)},`
        for (const { at, row } of yield* eventsOf(topic, ticker, start)) {
          if (at <= after || at > end) continue
          queue.push({ at, code: topic.code, ticker: wire, text: begin + JSON.stringify(row).slice(1) })
          isSorted = false
        }
      }
    })

  const drop = (isDropped: (due: Due) => boolean) => {
    queue = queue.slice(head).filter((due) => !isDropped(due))
    head = 0
  }

  const admit = Effect.gen(function* () {
    if (removed.size > 0) drop(isRemoved)
    removed.clear()
    const pairs = added.filter((pair) => held.get(nameOf(pair.topic.code, pair.ticker)) === pair)
    added = []
    if (pairs.length === 0) return
    const first = pairs.reduce((least, { after }) => Math.min(least, after), Infinity)
    position = Math.max(position, Math.floor(first / minute + 1) * minute)
    for (const pair of pairs) {
      const found = yield* activate(pair)
      if (found === undefined) continue
      active.set(nameOf(pair.topic.code, pair.ticker), found)
      const from = Math.floor(pair.after / minute) * minute - longest
      for (let start = from; start < position; start += minute) yield* prepare(found, start)
    }
  })

  const hold = (pair: WirePair, after: number) => {
    const one = { ...pair, after }
    held.set(nameOf(pair.topic.code, pair.ticker), one)
    added.push(one)
  }

  return {
    add: (pair, after) => {
      if (pair.ticker === wildcard) removed.add(nameOf(pair.topic.code, wildcard))
      hold(pair, after)
    },
    remove: ({ ticker, topic }, at) => {
      const name = nameOf(topic.code, ticker)
      held.delete(name)
      active.delete(name)
      if (held.size === 0) days.clear()
      if (ticker !== wildcard && allOf(topic) !== undefined) return
      removed.add(name)
      if (ticker !== wildcard) return
      // The tickers that were subscribed beside all others have their own events again.
      for (const other of [...held.values()]) if (other.topic.code === topic.code) hold(other, at)
    },
    next: Effect.gen(function* () {
      yield* admit
      while (true) {
        if (!isSorted) drop(() => false)
        if (!isSorted) queue.sort(compare)
        isSorted = true
        const following = queue[head]
        if (active.size === 0 || position >= end || (following !== undefined && following.at < position)) {
          return following?.at
        }
        for (const pair of [...active.values()]) yield* prepare(pair, position)
        position += minute
      }
    }),
    take: (until) => {
      const from = head
      while (head < queue.length && queue[head]!.at <= until) head++
      const taken = queue.slice(from, head)
      if (head > mostTaken) drop(() => false)
      // Those of a pair that was subscribed again are derived anew.
      return removed.size === 0 ? taken : taken.filter((due) => !isRemoved(due))
    },
  }
}
