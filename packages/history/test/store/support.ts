import * as Columns from "@candela/core/Columns"
import { MarketData } from "@candela/core/MarketData"
import { FileError } from "@candela/files"
import { dayNumber, midnight, startOfDay } from "@candela/market/TimeZone"
import type { Timespan } from "@candela/market/Timespan"
import * as Window from "@candela/market/Window"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Effect, Layer, Stream } from "effect"
import type { Store } from "@candela/history"
import { Universe } from "@candela/history"
import type { Format, Piece } from "../../src/internal/store/layout/format.js"
import * as Folder from "../../src/internal/store/commit/folder.js"
import * as Service from "../../src/internal/store/service.js"

const bigintToText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)
const textToBigint = (_: string, value: unknown) =>
  typeof value === "string" && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value

/** Lines of JSON in place of Parquet: the store's laws hold for any format, and this one is fast. */
export const lines: Format = {
  extension: "jsonl",
  rowsOfPart: 100,
  encode: (_, about) => (pieces) =>
    Effect.sync(() => {
      const lines = [about, ...pieces.flatMap((piece) => piece.toRows())].map((line) =>
        JSON.stringify(line, bigintToText),
      )
      return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))
    }),
  count: (path) =>
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFile(path)).pipe(
      Effect.mapBoth({
        onFailure: (error) => new FileError({ reason: "read", path, detail: error.message }),
        onSuccess: (bytes) => new TextDecoder().decode(bytes).trimEnd().split("\n").length - 1,
      }),
    ),
  read: (path, endpoint) =>
    Stream.unwrap(
      Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFile(path)).pipe(
        Effect.mapError((error) => new FileError({ reason: "read", path, detail: error.message })),
        Effect.map((bytes) => {
          const rows = new TextDecoder().decode(bytes).trimEnd().split("\n").slice(1)
          const piece = Columns.fromRows(
            endpoint.row,
            rows.map((row) => JSON.parse(row, textToBigint) as unknown),
          )
          return Stream.make(piece as Piece)
        }),
      ),
    ),
}

/** A bar as the service writes it. */
export interface WireBar {
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
}

export const bar = (t: number, price = 1 + ((t / 60_000) % 97)): WireBar => ({
  t,
  o: price,
  h: price,
  l: price,
  c: price,
  v: 1,
})

/** A trade as the service writes it: its time in nanoseconds. */
export interface WireTrade {
  readonly sip_timestamp: bigint
  readonly price: number
  readonly conditions?: ReadonlyArray<number>
  readonly sequence_number: number
}

/** Nanoseconds are written with all digits, which `JSON.stringify` would refuse. */
const wireText = ({ sip_timestamp, ...trade }: WireTrade) =>
  `{"sip_timestamp":${sip_timestamp},${JSON.stringify(trade).slice(1)}`

/** What a service has. It may be changed between two requests. */
export interface Supply {
  bars: (ticker: string) => ReadonlyArray<WireBar>
  trades: (ticker: string) => ReadonlyArray<WireTrade>
  /** The stocks of which the summary of a day has the bars. */
  market: () => ReadonlyArray<string>
  splits: (ticker: string) => ReadonlyArray<object>
  dividends: (ticker: string) => ReadonlyArray<object>
  ratios: () => ReadonlyArray<object>
  /** Time of the service in its `Date`, by that of the program; `undefined` to hide it. */
  time: (now: number) => number | undefined
}

export const supply = (own: Partial<Supply> = {}): Supply => ({
  bars: () => [],
  trades: () => [],
  market: () => [],
  splits: () => [],
  dividends: () => [],
  ratios: () => [],
  time: (now) => now,
  ...own,
})

const pageSize = 60

const zone = "America/New_York"

/** The instant of a path: epoch milliseconds, or the start of a day. */
const instantOf = (text: string) => (/-/.test(text) ? midnight(zone, text) : Number(text))

/** A service with small pages, whatever their size should be: each answer has at most 60 rows. */
const answer =
  (supply: Supply) =>
  ({ at, url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour => {
    const time = supply.time(at)
    const json = (value: object) =>
      ScriptedTransport.json(value, time === undefined ? {} : { headers: { date: new Date(time).toUTCString() } })
    const skip = Number(url.searchParams.get("skip") ?? 0)
    const page = (rows: ReadonlyArray<object>) => {
      const next = new URL(url)
      next.searchParams.set("skip", String(skip + pageSize))
      return json({
        status: "OK",
        results: rows.slice(skip, skip + pageSize),
        ...(skip + pageSize < rows.length ? { next_url: next.href } : {}),
      })
    }
    const tickers = (url.searchParams.get("ticker.any_of") ?? url.searchParams.get("ticker") ?? "").split(",")
    if (url.pathname === "/stocks/v1/splits") return page(tickers.flatMap(supply.splits))
    if (url.pathname === "/stocks/v1/dividends") return page(tickers.flatMap(supply.dividends))
    if (url.pathname.startsWith("/v3/trades/")) {
      const bound = (name: string) => BigInt(url.searchParams.get(name) ?? 0)
      const [first, end] = [bound("timestamp.gte"), bound("timestamp.lt")]
      const all = supply
        .trades(url.pathname.split("/").at(-1)!)
        .filter(({ sip_timestamp: at }) => at >= first && at < end)
      const next = new URL(url)
      next.searchParams.set("skip", String(skip + pageSize))
      const rest = skip + pageSize < all.length ? `,"next_url":${JSON.stringify(next.href)}` : ""
      const rows = all.slice(skip, skip + pageSize).map(wireText)
      return ScriptedTransport.text(`{"status":"OK","results":[${rows.join()}]${rest}}`, {
        headers: {
          "content-type": "application/json",
          ...(time === undefined ? {} : { date: new Date(time).toUTCString() }),
        },
      })
    }
    if (!url.pathname.startsWith("/v2/aggs/")) return page(supply.ratios())
    if (url.pathname.startsWith("/v2/aggs/grouped/")) {
      const start = midnight(zone, url.pathname.split("/").at(-1)!)
      const ofDay = (ticker: string) => supply.bars(ticker).filter(({ t }) => t === start)
      const results = supply.market().flatMap((T) => ofDay(T).map((bar) => ({ ...bar, T, t: start + 16 * 3_600_000 })))
      return json({ status: "OK", results })
    }
    const [, , , , name, , multiplier, timespan, from, to] = url.pathname.split("/")
    // A bar is whole: one that began before `from` is part of the answer.
    const window = { multiplier: Number(multiplier), timespan: timespan as Timespan, zone } as const
    const first = Window.start(window, instantOf(from!))
    const last = /-/.test(to!) ? startOfDay(zone, dayNumber(to!) + 1) - 1 : Number(to)
    return page(supply.bars(decodeURIComponent(name!)).filter(({ t }) => t >= first && t <= last))
  }

/** A connection to a service that has this. Some requests it may answer in another way. */
export const service = (
  supply: Supply,
  otherwise: (exchange: ScriptedTransport.Exchange) => ScriptedTransport.Behaviour | undefined = () => undefined,
) =>
  MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" }).pipe(
    Layer.provideMerge(ScriptedTransport.layer((exchange) => otherwise(exchange) ?? answer(supply)(exchange))),
  )

/** Path and query of each request so far. */
export const requested = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges.map(({ url }) => decodeURIComponent(url.pathname + url.search)),
)

/** Number of requests of an effect. */
export const requestsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = (yield* requested).length
    yield* effect
    return (yield* requested).length - before
  })

/** A store of lines of JSON on a file system. */
export const open = (fs: FileSystem.FileSystem, root = "/store", options: Store.Options = {}) =>
  Effect.map(Path.Path, (path) =>
    Service.make({ ...Folder.make({ fs, path, root, writers: options.writers }), format: lines }),
  ).pipe(Effect.provide(Path.layer))

export const stocks = (tickers: ReadonlyArray<string>, timespan: "minute" | "day" | "week" = "day") =>
  Universe.bars(Stocks.endpoints.bars, { tickers, timespan })

/** Midnights of New York. */
export const days = (from: string, to: string): ReadonlyArray<number> => {
  const all: Array<number> = []
  for (let day = midnight(zone, from); day <= midnight(zone, to);) {
    all.push(day)
    day = Window.next({ multiplier: 1, timespan: "day", zone }, day)
  }
  return all
}
