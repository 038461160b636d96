/** Shared parts of the contenders that read a history of bars. */

/** History to read. */
export interface HistoryInput {
  /** The server's base URL. */
  readonly url: string
  /** The times of the first and the last bar, in epoch milliseconds. */
  readonly from: number
  readonly to: number
  /** Candela's split of the range. */
  readonly options?: { readonly concurrency: number; readonly shards: number }
}

/** Result of every contender. */
export interface Sum {
  rows: number
  volume: number
}

export const TICKER = "AAPL"
export const PAGE = 50_000

/** The URL of the first page. */
export const firstPage = ({ url, from, to }: HistoryInput): string =>
  `${url}/v2/aggs/ticker/${TICKER}/range/1/minute/${from}/${to}?adjusted=true&sort=asc&limit=${PAGE}`

/** Finds `next_url` in the end of a page without parsing it. */
export const nextUrl = (end: Uint8Array): string | undefined =>
  /"next_url":"([^"]*)"/.exec(Buffer.from(end).subarray(-1_000).toString("latin1"))?.[1]

/** Counts the bytes of a body, and keeps its end. */
export class Tally {
  bytes = 0
  private last: Uint8Array = new Uint8Array(0)

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    this.last = chunk.length < 1_000 ? Buffer.concat([this.last.subarray(-1_000), chunk]) : chunk
  }

  next(): string | undefined {
    return nextUrl(this.last)
  }
}
