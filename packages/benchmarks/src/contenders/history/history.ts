/** What the contenders that read a history of bars share. */

export interface HistoryInput {
  /** The server's base URL. */
  readonly url: string
  /** The times of the first and the last bar, in epoch milliseconds. */
  readonly from: number
  readonly to: number
  /** How Candela asks for the pages. */
  readonly options?: { readonly concurrency: number; readonly shards: number }
}

export const TICKER = "AAPL"
export const PAGE = 50_000

/** The URL of the first page. */
export const firstPage = ({ url, from, to }: HistoryInput): string =>
  `${url}/v2/aggs/ticker/${TICKER}/range/1/minute/${from}/${to}?adjusted=true&sort=asc&limit=${PAGE}`

/** A bar as it is on the wire. */
export interface WireBar {
  readonly v: number
  readonly vw?: number | undefined
  readonly o: number
  readonly c: number
  readonly h: number
  readonly l: number
  readonly t: number
  readonly n?: number | undefined
}

export interface WirePage {
  readonly results?: ReadonlyArray<WireBar> | undefined
  readonly next_url?: string | undefined
}

/** Reads page after page, and sums the volumes. */
export const sumPages = async (input: HistoryInput, read: (url: string) => Promise<WirePage>) => {
  let rows = 0
  let volume = 0
  for (let url: string | undefined = firstPage(input); url !== undefined;) {
    const page = await read(url)
    for (const bar of page.results ?? []) {
      rows++
      volume += bar.v
    }
    url = page.next_url
  }
  return { rows, volume }
}

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
