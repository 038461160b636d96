/** Merges the blocks of sources by time: a heap of the sources by the time of their next row, then by the order of the requests. */
import type * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type { Block, Key } from "./block.js"
import type { Fetcher, Source } from "./fetch.js"
import type { Plan } from "./plan.js"

/** Rows in order: row `i` is row `rows[i]` of `blocks[i]`, with the ticker of `sources[i]`. */
export interface Picks {
  readonly blocks: Array<Block>
  readonly rows: Array<number>
  readonly sources: Array<Source>
}

/** Failed source. */
export interface Failed {
  readonly source: Source
  readonly cause: Cause.Cause<MarketDataError>
}

export interface Merge {
  /** Returns the next rows, the failure of a ticker, `"wait"` if a block must arrive first, or `"end"`. */
  readonly next: (most: number) => Picks | Failed | "wait" | "end"
  /** Continues without a failed source. */
  readonly drop: (source: Source) => void
}

export const make = ({ time }: Plan, fetcher: Fetcher): Merge => {
  const sign = time?.sign ?? 1
  const heap: Array<Source> = []
  /** Sources of the current group whose next row has not arrived. */
  let waiting: ReadonlyArray<Source> = fetcher.groups[0] ?? []

  const keyOf = (source: Source): Key => source.blocks[0]!.keys?.[source.at] ?? 0
  const isBefore = (one: Source, other: Source) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    return a === b ? one.entry.index < other.entry.index : sign > 0 ? a < b : a > b
  }
  const swap = (one: number, other: number) => {
    const source = heap[one]!
    heap[one] = heap[other]!
    heap[other] = source
  }
  const push = (source: Source) => {
    let at = heap.push(source) - 1
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
  const pop = (): Source => {
    const source = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      sink()
    }
    return source
  }

  /** Adds arrived sources to the heap, in the order of the requests, so that the first of several failures is reported. */
  const settle = (): Failed | "wait" | undefined => {
    while (waiting.length > 0) {
      const [source] = waiting as readonly [Source]
      if (source.blocks.length > 0) push(source)
      else if (source.end === undefined) return "wait"
      else if (Exit.isFailure(source.end)) return { source, cause: source.end.cause }
      waiting = waiting.slice(1)
    }
    return undefined
  }

  /** Takes up to `most` rows, until a source that may have the next row must wait for a block; from a single source, those of one block. */
  const take = (most: number): Picks => {
    const picks: Picks = { blocks: [], rows: [], sources: [] }
    while (waiting.length === 0 && heap.length > 0 && picks.rows.length < most) {
      const source = heap[0]!
      const [block] = source.blocks as [Block]
      picks.blocks.push(block)
      picks.rows.push(source.at++)
      picks.sources.push(source)
      if (source.at < block.length) {
        sink()
        continue
      }
      source.blocks.shift()
      source.at = 0
      fetcher.changed()
      if (source.blocks.length > 0) sink()
      else if (pop().end === undefined || Exit.isFailure(source.end!)) waiting = [source]
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
    drop: (source) => {
      waiting = waiting.filter((one) => one !== source)
    },
  }
}
