/**
 * Who wants what of one connection, and what of it the service has acknowledged.
 *
 * A pair is a code and a ticker in the spelling of the wire, `AM.AAPL`; `AM.*` stands for all tickers. A pair is wanted
 * while a subscriber wants it, and no subscriber wants all of its code.
 */
import type * as Topic from "../../declare/Topic.js"
import type { EventDecoder } from "../decoder/eventDecoder.js"
import type { LiveError } from "../../LiveError.js"
import type { Queue } from "./queue.js"
import type { Signal } from "./signal.js"

/** Stands for all tickers of a code. */
export const ALL = "*"

/** A stream that wants rows of tickers. */
export interface Subscriber {
  readonly topic: Topic.Any
  /** Tickers of requests by their spelling on the wire; for all of them only {@link ALL}. */
  readonly tickers: ReadonlyMap<string, string>
  readonly queue: Queue<unknown>
  /** Whether events that the schema rejects are omitted. */
  readonly isSkipping: boolean
}

/** Subscribers of one ticker, and its name in their rows: one string for all of them. */
interface Route {
  readonly ticker: string
  readonly subscribers: Array<Subscriber>
}

/** Where the rows of one ticker go: to all subscribers that listen. */
interface Target {
  readonly ticker: string
  readonly subscribers: ReadonlyArray<Subscriber>
}

/** Number of tickers whose targets are kept for streams of all tickers. */
const TARGETS = 65_536

/** Subscribers of one topic. */
export interface Group {
  readonly topic: Topic.Any
  readonly routes: Map<string, Route>
  /** Targets by the spelling of the wire, as they are found; empty whenever subscriptions have changed. */
  readonly targets: Map<string, Target>
  /** Subscribers of all tickers. */
  readonly all: Array<Subscriber>
  /** Subscribers that lack acknowledgements, with the tickers that these name. */
  readonly pending: Map<Subscriber, Set<string>>
  /** Identities of events while single tickers and all of them are subscribed: the service may send some twice. */
  seen: Set<string> | undefined
  /** Rows and rejected events since they were last counted, and the last row. */
  rows: number
  invalid: number
  last: unknown
  /** Decoder of its events, once one has come. */
  decoder: EventDecoder | undefined
}

/** What is to be sent next. */
export interface PairChange {
  readonly action: "subscribe" | "unsubscribe"
  readonly pairs: ReadonlyArray<string>
}

const pairOf = (code: string, ticker: string) => `${code}.${ticker}`

/** Returns code and ticker of a pair. Tickers may contain dots, codes do not. */
const partsOf = (pair: string): readonly [code: string, ticker: string] => {
  const dot = pair.indexOf(".")
  return [pair.slice(0, dot), pair.slice(dot + 1)]
}

const newGroup = (topic: Topic.Any): Group => ({
  topic,
  routes: new Map(),
  targets: new Map(),
  all: [],
  pending: new Map(),
  seen: undefined,
  rows: 0,
  invalid: 0,
  last: undefined,
  decoder: undefined,
})

const remove = <A>(list: Array<A>, value: A): void => {
  const at = list.indexOf(value)
  if (at >= 0) list.splice(at, 1)
}

export class Registry {
  /** Pairs that the service has acknowledged in this session. */
  readonly held = new Set<string>()
  readonly subscribers = new Set<Subscriber>()
  private readonly byCode = new Map<string, Array<Group>>()
  /** Codes that were wanted once: their rows may still come. */
  private readonly codes = new Set<string>()

  /** Whether a code is or was wanted. */
  knows(code: unknown): boolean {
    return this.codes.has(code as string)
  }

  /** Groups of a code: one, unless programs declare a topic with other rows. */
  groups(code: string | undefined): ReadonlyArray<Group> | undefined {
    return this.byCode.get(code!)
  }

  /** All groups. */
  all(): ReadonlyArray<Group> {
    return [...this.byCode.values()].flat()
  }

  private groupOf(topic: Topic.Any): Group {
    const groups = this.byCode.get(topic.code) ?? []
    this.byCode.set(topic.code, groups)
    let group = groups.find((group) => group.topic.row === topic.row)
    if (group === undefined) groups.push((group = newGroup(topic)))
    return group
  }

  /** Finds where the rows of a ticker go, once for all that follow. */
  targetOf({ all, pending, routes, targets, topic }: Group, spelled: string): Target {
    const route = routes.get(spelled)
    // protects: A stream begins when all of its tickers are acknowledged: until then it gets no rows.
    // mutant: "takes answers one by one, with rows between": !pending.has(subscriber)) → true)
    const found = [...(route?.subscribers ?? []), ...all].filter((subscriber) => !pending.has(subscriber))
    // One list for tickers with the same subscribers stays in the processor's cache.
    const [first] = targets.values()
    const isSame = first?.subscribers.length === found.length && found.every((one, k) => one === first.subscribers[k])
    const ticker = route?.ticker ?? topic.spelling.fromWire(spelled)
    const target = { ticker, subscribers: isSame ? first.subscribers : found }
    if (targets.size < TARGETS) targets.set(spelled, target)
    return target
  }

  private isHeld(code: string, ticker: string): boolean {
    return this.held.has(pairOf(code, ticker)) || this.held.has(pairOf(code, ALL))
  }

  /** Adds a subscriber. It is subscribed at once if all of its pairs are. */
  join(subscriber: Subscriber, at: number): void {
    const group = this.groupOf(subscriber.topic)
    this.subscribers.add(subscriber)
    this.codes.add(subscriber.topic.code)
    for (const [spelled, ticker] of subscriber.tickers) {
      if (spelled === ALL) group.all.push(subscriber)
      else {
        const route = group.routes.get(spelled)
        if (route === undefined) group.routes.set(spelled, { ticker, subscribers: [subscriber] })
        else route.subscribers.push(subscriber)
      }
    }
    this.expect(group, subscriber)
    this.settle(group, at)
  }

  private expect(group: Group, subscriber: Subscriber): void {
    const { code } = group.topic
    group.targets.clear()
    group.pending.set(
      subscriber,
      new Set([...subscriber.tickers.keys()].filter((ticker) => !this.isHeld(code, ticker))),
    )
  }

  /** Tells those that lack nothing any more. */
  private settle(group: Group, at: number): void {
    for (const [subscriber, missing] of group.pending) {
      if (missing.size > 0) continue
      group.pending.delete(subscriber)
      group.targets.clear()
      subscriber.queue.push({ _tag: "Subscribed", at })
    }
  }

  /** Subscribers of a group. */
  subscribersOf({ topic: { code, row } }: Group): ReadonlyArray<Subscriber> {
    return [...this.subscribers].filter(({ topic }) => topic.code === code && topic.row === row)
  }

  /** Number of rows that wait for the consumers of a group. */
  waiting(group: Group): number {
    let size = 0
    for (const { queue } of this.subscribersOf(group)) size += queue.size
    return size
  }

  /** Removes a subscriber with its share; nothing happens if it was removed. */
  leave(subscriber: Subscriber): void {
    if (!this.subscribers.delete(subscriber)) return
    const { code } = subscriber.topic
    const group = this.groupOf(subscriber.topic)
    group.pending.delete(subscriber)
    group.targets.clear()
    remove(group.all, subscriber)
    for (const spelled of subscriber.tickers.keys()) {
      const route = group.routes.get(spelled)
      if (route === undefined) continue
      remove(route.subscribers, subscriber)
      if (route.subscribers.length === 0) group.routes.delete(spelled)
    }
    if (group.routes.size + group.all.length > 0) return
    const groups = this.byCode.get(code)!
    remove(groups, group)
    if (groups.length === 0) this.byCode.delete(code)
  }

  /** Ends streams with an error. */
  fail(subscribers: Iterable<Subscriber>, error: (subscriber: Subscriber) => LiveError): void {
    for (const subscriber of [...subscribers]) {
      subscriber.queue.fail(error(subscriber))
      this.leave(subscriber)
    }
  }

  /** Pairs that are wanted: their union. */
  wanted(): Set<string> {
    const wanted = new Set<string>()
    for (const [code, groups] of this.byCode) {
      if (groups.some(({ all }) => all.length > 0)) wanted.add(pairOf(code, ALL))
      else for (const { routes } of groups) for (const ticker of routes.keys()) wanted.add(pairOf(code, ticker))
    }
    return wanted
  }

  /**
   * Returns the next change, of at most so many pairs; `undefined` if the wanted pairs are held. What is new comes
   * first: where all tickers replace single ones, or these return, no row is missed in between.
   */
  change(most: number): PairChange | undefined {
    const wanted = this.wanted()
    // protects: All tickers and single ones replace each other without a moment in which neither is subscribed.
    // mutant: "before the single tickers go": added.length > 0 → added.length > this.held.size
    const added = [...wanted].filter((pair) => !this.held.has(pair)).slice(0, most)
    if (added.length > 0) {
      this.overlap(added)
      return { action: "subscribe", pairs: added }
    }
    const removed = [...this.held].filter((pair) => !wanted.has(pair)).slice(0, most)
    if (removed.length === 0) {
      for (const group of this.all()) group.seen = undefined
      return undefined
    }
    for (const pair of removed) this.held.delete(pair)
    return { action: "unsubscribe", pairs: removed }
  }

  /** Remembers events from now on, where all tickers and single ones of a code are subscribed together. */
  private overlap(added: ReadonlyArray<string>): void {
    const together = [...this.held, ...added]
    for (const [code, groups] of this.byCode) {
      const all = pairOf(code, ALL)
      if (!together.includes(all) || !together.some((pair) => pair !== all && pair.startsWith(`${code}.`))) continue
      for (const group of groups) group.seen ??= new Set()
    }
  }

  /** The service acknowledged a pair. */
  acknowledge(pair: string, at: number): void {
    const [code, ticker] = partsOf(pair)
    this.held.add(pair)
    for (const group of this.groups(code) ?? []) {
      for (const missing of group.pending.values()) {
        if (ticker === ALL) missing.clear()
        else missing.delete(ticker)
      }
      this.settle(group, at)
    }
  }

  /** Streams that want one of some pairs, each with the names of its tickers among them. */
  wanting(pairs: Iterable<string>): ReadonlyMap<Subscriber, ReadonlyArray<string>> {
    const found = new Map<Subscriber, Array<string>>()
    const add = (subscriber: Subscriber, ticker: string) =>
      found.set(subscriber, [...(found.get(subscriber) ?? []), ticker])
    for (const pair of pairs) {
      const [code, ticker] = partsOf(pair)
      for (const { all, routes } of this.groups(code) ?? []) {
        const route = routes.get(ticker)
        for (const subscriber of ticker === ALL ? all : (route?.subscribers ?? []))
          add(subscriber, route?.ticker ?? ALL)
      }
    }
    return found
  }

  /** The session has ended: nothing is held. */
  lost(signal: Extract<Signal<unknown>, { readonly _tag: "Lost" }>): void {
    this.held.clear()
    for (const group of this.all()) group.seen = undefined
    for (const subscriber of this.subscribers) {
      const group = this.groupOf(subscriber.topic)
      if (!group.pending.has(subscriber)) subscriber.queue.push(signal)
      this.expect(group, subscriber)
    }
  }
}
