/**
 * Merges the blocks of feeds by time: a heap of the feeds by the time of their next row, then by
 * the order of the requests.
 */
import type * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { Block, Key } from "./block.js"
import type { Fetcher, Feed } from "./fetch.js"
import type { ManyRequests } from "./requests.js"

/** Rows in order: row `i` is row `rows[i]` of `blocks[i]`, with the ticker of `feeds[i]`. */
export interface Picks {
  readonly blocks: Array<Block>
  readonly rows: Array<number>
  readonly feeds: Array<Feed>
}

/** Failed feed. */
export interface Failed {
  readonly feed: Feed
  readonly cause: Cause.Cause<MarketDataError>
}

export interface Merge {
  /** Returns the next rows, the failure of a ticker, `"wait"` if a block must arrive first, or `"end"`. */
  readonly next: (most: number) => Picks | Failed | "wait" | "end"
  /** Continues without a failed feed. */
  readonly drop: (feed: Feed) => void
}

export const make = ({ time }: ManyRequests, fetcher: Fetcher): Merge => {
  const sign = time?.sign ?? 1
  const heap: Array<Feed> = []
  /** Sources of the current group whose next row has not arrived. */
  let waiting: ReadonlyArray<Feed> = fetcher.groups[0] ?? []

  const keyOf = (feed: Feed): Key => feed.blocks[0]!.keys?.[feed.at] ?? 0
  const isBefore = (one: Feed, other: Feed) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    // protects: Rows of one instant come in the order of the requests.
    // mutant: "are the concatenation in the order of the requests, and its stable sort": < other → > other
    return a === b ? one.request.index < other.request.index : sign > 0 ? a < b : a > b
  }
  const swap = (one: number, other: number) => {
    const feed = heap[one]!
    heap[one] = heap[other]!
    heap[other] = feed
  }
  const push = (feed: Feed) => {
    let at = heap.push(feed) - 1
    while (at > 0 && isBefore(heap[at]!, heap[(at - 1) >> 1]!)) {
      swap(at, (at - 1) >> 1)
      at = (at - 1) >> 1
    }
  }
  const sink = () => {
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) return
      const child = left + 1 < heap.length && isBefore(heap[left + 1]!, heap[left]!) ? left + 1 : left
      if (!isBefore(heap[child]!, heap[at]!)) return
      swap(at, child)
      at = child
    }
  }
  const pop = (): Feed => {
    const feed = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      sink()
    }
    return feed
  }

  /**
   * Adds arrived feeds to the heap, in the order of the requests, so that the first of several failures is reported.
   */
  const settle = (): Failed | "wait" | undefined => {
    while (waiting.length > 0) {
      const [feed] = waiting as readonly [Feed]
      if (feed.blocks.length > 0) push(feed)
      else if (feed.end === undefined) return "wait"
      else if (Exit.isFailure(feed.end)) return { feed, cause: feed.end.cause }
      waiting = waiting.slice(1)
    }
    return undefined
  }

  /**
   * Takes up to `most` rows, until a feed that may have the next row must wait for a block; from a
   * single feed, those of one block.
   */
  const take = (most: number): Picks => {
    const picks: Picks = { blocks: [], rows: [], feeds: [] }
    while (waiting.length === 0 && heap.length > 0 && picks.rows.length < most) {
      const feed = heap[0]!
      const [block] = feed.blocks as [Block]
      picks.blocks.push(block)
      picks.rows.push(feed.at++)
      picks.feeds.push(feed)
      if (feed.at < block.length) {
        sink()
        continue
      }
      feed.blocks.shift()
      feed.at = 0
      fetcher.changed()
      // protects: No row is given before the next one of each ticker is known.
      // mutant: "are the concatenation in the order of the requests, and its stable sort": === undefined || → !==
      // undefined &&
      if (feed.blocks.length > 0) sink()
      else if (pop().end === undefined || Exit.isFailure(feed.end!)) waiting = [feed]
      if (heap.length < 2) break
    }
    return picks
  }

  const next: Merge["next"] = (most) => {
    const unsettled = settle()
    if (unsettled !== undefined) return unsettled
    if (heap.length > 0) return take(most)
    if (fetcher.current + 1 >= fetcher.groups.length) return "end"
    waiting = fetcher.groups[++fetcher.current]!
    fetcher.changed()
    return next(most)
  }
  return {
    next,
    drop: (feed) => {
      waiting = waiting.filter((one) => one !== feed)
    },
  }
}
