/**
 * Signals of one subscription that wait for its consumer, with a bound on their rows.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Overflow, type LiveError } from "../../LiveError.js"
import * as LiveTelemetry from "../../LiveTelemetry.js"
import * as EventLoop from "../eventLoop.js"
import type { Signal } from "./signal.js"

/** Maximum number of rows of a signal. */
const CHUNK = 1_024

/** What a queue does when it is full. */
export interface Bound {
  /** Number of rows that may wait. */
  readonly rows: number
  readonly overflow: "fail" | "dropOldest" | "conflate"
  /** With `conflate`: the shortest time between two signals with rows, milliseconds. */
  readonly every: number
}

/** Rows that wait: all of them, or the last one of each ticker. */
interface Waiting<Row> {
  readonly _tag: "Rows"
  rows: Array<Row>
  readonly last: Map<string, Row> | undefined
}

/** Rows that were dropped at this place. */
interface Dropped {
  readonly _tag: "Dropped"
  rows: number
  readonly tickers: Set<string>
  from: number
  to: number
}

type Item<Row> = Exclude<Signal<Row>, { readonly _tag: "Rows" | "Dropped" }> | Waiting<Row> | Dropped

/** What a queue has to know of its topic. */
export interface Timed<Row> {
  readonly name: string
  readonly time: (row: Row) => number
}

export class Queue<Row> {
  /** Number of rows that wait. */
  size = 0
  private items: Array<Item<Row>> = []
  private error: LiveError | undefined
  private wake: (() => void) | undefined
  /** Rows of the last item, if rows may be added to it. */
  private chunk: Array<Row> | undefined
  private nextRows = 0

  constructor(
    private readonly topic: Timed<Row>,
    private readonly policy: Bound,
  ) {}

  /** Adds that the stream listens, or does so no longer. */
  push(signal: Extract<Signal<Row>, { readonly _tag: "Subscribed" | "Lost" }>): void {
    if (this.error !== undefined) return
    this.chunk = undefined
    const { items } = this
    const [before, tail] = items.slice(-2)
    // A consumer that has stopped learns of many losses without rows between them as one.
    if (signal._tag === "Lost" && tail?._tag === "Subscribed" && before?._tag === "Lost") items.pop()
    else if (signal._tag === "Lost" && this.policy.overflow === "conflate") this.conflateLost(signal)
    else items.push(signal)
    this.notify()
  }

  /** States before a loss that nobody has read are replaced by those after it: the queue does not grow by losses. */
  private conflateLost(signal: Extract<Signal<Row>, { readonly _tag: "Lost" }>): void {
    const first = this.items.findIndex(({ _tag }) => _tag === "Lost")
    if (first < 0) {
      this.items.push(signal)
      return
    }
    const waiting = this.items.filter((item) => item._tag === "Rows")
    const last = new Map(waiting.flatMap((item) => [...item.last!]))
    this.size = last.size
    const kept: Array<Item<Row>> = this.items.slice(0, first).filter((item) => item._tag !== "Rows")
    if (last.size > 0) kept.push({ _tag: "Rows", rows: [], last })
    this.items = [...kept, this.items[first]!]
  }

  /** Adds a row, and makes room for it as the policy says. */
  offer(row: Row, ticker: string): void {
    const { chunk } = this
    // Most rows: the last chunk is not full, and neither is the buffer.
    if (chunk !== undefined && chunk.length < CHUNK && this.size < this.policy.rows) {
      chunk.push(row)
      this.size++
      if (this.wake !== undefined) this.notify()
    } else this.offerSlowly(row, ticker)
  }

  /** {@link offer} of few rows, apart so that the other one is small enough to be compiled into its callers. */
  private offerSlowly(row: Row, ticker: string): void {
    if (this.error !== undefined) return
    const { items } = this
    const { overflow, rows } = this.policy
    let tail = items[items.length - 1]
    if (overflow === "conflate") {
      if (tail?._tag !== "Rows") items.push((tail = { _tag: "Rows", rows: [], last: new Map() }))
      if (!tail.last!.has(ticker)) this.size++
      tail.last!.set(ticker, row)
      this.notify()
      return
    }
    if (this.size >= rows) {
      // protects: A consumer that is too slow learns that rows would be missing.
      // mutant: "fails a stream whose buffer is full": overflow === "fail" → overflow === "conflate"
      if (overflow === "fail") return this.fail(new Overflow({ topic: this.topic.name, capacity: rows }))
      this.dropOldest()
      tail = items[items.length - 1]
    }
    if (tail?._tag !== "Rows" || tail.rows.length === CHUNK)
      items.push((tail = { _tag: "Rows", rows: [], last: undefined }))
    this.chunk = tail.rows
    tail.rows.push(row)
    this.size++
    this.notify()
  }

  /** Drops the oldest rows, a part of them at once: to shift each row would take time for all that wait. */
  private dropOldest(): void {
    this.chunk = undefined
    const { items } = this
    let at = items.findIndex(({ _tag }) => _tag === "Rows")
    const oldest = items[at] as Waiting<Row>
    let dropped = items[at - 1]
    if (dropped?._tag !== "Dropped") {
      dropped = { _tag: "Dropped", rows: 0, tickers: new Set(), from: Infinity, to: -Infinity }
      items.splice(at++, 0, dropped)
    }
    const rows = oldest.rows.splice(0, Math.max(1, this.policy.rows >> 6))
    for (const row of rows) {
      const time = this.topic.time(row)
      dropped.tickers.add((row as { readonly ticker: string }).ticker)
      dropped.from = Math.min(dropped.from, time)
      dropped.to = Math.max(dropped.to, time)
    }
    dropped.rows += rows.length
    this.size -= rows.length
    LiveTelemetry.update(LiveTelemetry.dropped, "topic", this.topic.name, rows.length)
    if (oldest.rows.length === 0) items.splice(at, 1)
  }

  /** Ends the stream with an error, after what waits. */
  fail(error: LiveError): void {
    this.error ??= error
    this.chunk = undefined
    this.notify()
  }

  private notify(): void {
    const { wake } = this
    if (wake === undefined) return
    this.wake = undefined
    EventLoop.later(wake)
  }

  private next(): Signal<Row> | undefined {
    if (this.items.length <= 1) this.chunk = undefined
    const [item] = this.items
    if (item?._tag !== "Rows") {
      this.items.shift()
      return item?._tag === "Dropped" ? { ...item, tickers: [...item.tickers] } : item
    }
    let rows: ReadonlyArray<Row> = item.rows
    if (item.last !== undefined && item.last.size > CHUNK) {
      const some = [...item.last].slice(0, CHUNK)
      for (const [ticker] of some) item.last.delete(ticker)
      rows = some.map(([, row]) => row)
    } else {
      if (item.last !== undefined) rows = [...item.last.values()]
      this.items.shift()
    }
    this.size -= rows.length
    return { _tag: "Rows", rows }
  }

  /** Waits for a signal. */
  readonly take: Effect.Effect<Chunk.Chunk<Signal<Row>>, Option.Option<LiveError>> = Effect.suspend(() => {
    const { every } = this.policy
    if (every > 0 && this.items[0]?._tag === "Rows")
      return Effect.flatMap(Effect.clock, (clock) => {
        const now = clock.unsafeCurrentTimeMillis()
        const wait = this.nextRows - now
        if (wait > 0) return Effect.zipRight(Effect.sleep(wait), this.take)
        this.nextRows = now + every
        return Effect.succeed(Chunk.of(this.next()!))
      })
    const signal = this.next()
    if (signal !== undefined) return Effect.succeed(Chunk.of(signal))
    if (this.error !== undefined) return Effect.fail(Option.some(this.error))
    return Effect.zipRight(
      Effect.async<void>((resume) => {
        this.wake = () => resume(Effect.void)
        return Effect.sync(() => (this.wake = undefined))
      }),
      this.take,
    )
  })
}
