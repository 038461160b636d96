/** Topics of crypto. @module */
import { CryptoLive } from "@candela/crypto/Live"
import { crypto } from "@candela/market/Market"
import { round } from "../../numbers/Rounding.js"
import type { BaseBar } from "../../subjects/bars/BaseBar.js"
import * as Deriving from "../../subjects/bars/Deriving.js"
import { secondsOf } from "../../subjects/bars/Seconds.js"
import { type Trade, tradesOf } from "../../subjects/bars/Trades.js"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

/** Milliseconds until the service receives an event, as in its older endpoint of trades. */
const receipt = 22

const read = BarDay.of(crypto)

const bars = BarDay.bars(read, ({ bar: { c, h, l, n, o, t: s, v, vw } }, e) => ({
  ...{ o, c, h, l, v, s, e, vw: vw ?? c, z: Math.max(1, Math.round(v / (n ?? 1))) },
}))

const trades = (bar: BaseBar): ReadonlyArray<Trade> =>
  secondsOf(bar, crypto.decimals).flatMap((second) => tradesOf(second, crypto.decimals))

const tradeOf = ({ conditions, exchange, id, price, size, timestamp }: Trade): LiveTopic.LiveEvent => ({
  at: timestamp + receipt,
  row: { p: price, t: timestamp, s: size, c: conditions, i: Number(id), x: exchange, r: timestamp + receipt },
})

/** A state of the book, before a trade: synthetic, as no endpoint has one. */
interface Book extends Trade {
  /** Distance of the best prices from the trade's. */
  readonly half: number
  /** Size of the levels. */
  readonly sizes: () => number
}

const books = (bar: BaseBar): ReadonlyArray<Book> => {
  const random = Deriving.chanceOf(bar, 250)
  const half = Math.max(1 / Deriving.ticksOfUnit(bar), bar.c / 20_000)
  return trades(bar).map((trade) => ({ ...trade, half, sizes: () => round(0.01 + random() * 2, 4) }))
}

const at = ({ timestamp: t }: Book) => ({ t, r: t + receipt })

const quoteOf = (book: Book): LiveTopic.LiveEvent => ({
  at: book.timestamp + receipt,
  row: {
    ...{ bp: round(book.price - book.half, 8), bs: book.sizes() },
    ...{ ap: round(book.price + book.half, 8), as: book.sizes() },
    ...{ ...at(book), x: book.exchange },
  },
})

const levels = [1, 2, 3, 4, 5]

const bookOf = (book: Book): LiveTopic.LiveEvent => {
  const side = (sign: 1 | -1) => levels.map((level) => [round(book.price + sign * level * book.half, 8), book.sizes()])
  return { at: book.timestamp + receipt, row: { b: side(-1), a: side(1), ...at(book), x: book.exchange } }
}

const ticks = BarDay.ticks(read)

/** Topics of crypto. Quotes and books are synthetic: the tables and the endpoints have none. */
export const topics = LiveTopic.ofService(CryptoLive.topics, {
  minuteBars: bars("minutes"),
  secondBars: bars("seconds"),
  trades: ticks(trades, tradeOf),
  quotes: ticks(books, quoteOf),
  books: ticks(books, bookOf),
  launchpadMinuteBars: BarDay.fullBars(read)("minutes"),
  ...BarDay.ofHosts(read),
})
