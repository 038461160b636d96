/** Synthetic events of stocks: a fifth trades, most of the others quotes, two of a hundred bars. */
import * as Generator from "./Generator.js"

/** Options of a server of frames. */
export interface Options {
  /** Number of events of a frame. */
  readonly events: number
  readonly frames: number
  /** Number of subscribed pairs with which it begins. Default: {@link PAIRS}. */
  readonly pairs?: number
  /** Number of connections that are cut instead. Default: none. */
  readonly cuts?: number
  /** Whether it reads nothing more from then on, so that it answers nothing. */
  readonly silent?: boolean
}

/** Tickers of the events. */
export const TICKERS: ReadonlyArray<string> = Array.from({ length: 500 }, (_, index) => `S${index}`)

/** Pairs of all tickers and topics. */
export const PAIRS: number = 3 * TICKERS.length

/** The frame after all others: events at an impossible price. */
export const END: string = JSON.stringify([
  { ev: "Q", sym: "S0", bp: -1, t: 1 },
  { ev: "AM", sym: "S0", v: 1, av: 1, o: 1, c: -1, h: 1, l: 1, s: 1, e: 1 },
  { ev: "T", sym: "S0", x: 4, i: "0", z: 3, p: -1, s: 1, t: 1, q: 1 },
])

/** Frames that are sent in turn. */
const DIFFERENT = 200

/** Makes the frames that a server sends. */
export const make = ({ events }: Options): ReadonlyArray<string> => {
  const random = Generator.make(20_251_128)
  const start = Date.UTC(2025, 5, 2, 13, 30)
  const price = () => random.integer(1_000, 90_000) / 100
  const event = (index: number) => {
    const sym = TICKERS[random.integer(0, TICKERS.length - 1)]!
    const t = start + index
    const kind = random.integer(0, 99)
    if (kind < 2) {
      const [o, c, h, l] = [price(), price(), price(), price()]
      return { ev: "AM", sym, v: 4_110, av: 470_528, op: 0.4, vw: 0.5, o, c, h, l, a: 0.7, z: 411, s: t, e: t + 60_000 }
    }
    if (kind < 22) {
      const c = kind % 2 === 0 ? { c: [12, 37] } : {}
      return { ev: "T", sym, x: 4, i: String(random.integer(1, 90_000)), z: 3, p: price(), s: 100, ...c, t, q: index }
    }
    return { ev: "Q", sym, bx: 4, bp: price(), bs: 2, ax: 7, ap: price(), as: 1, c: 0, i: [604], t, q: index, z: 3 }
  }
  return Array.from({ length: DIFFERENT }, (_, frame) =>
    JSON.stringify(Array.from({ length: events }, (_, index) => event(frame * events + index))),
  )
}
