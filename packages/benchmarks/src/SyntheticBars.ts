/**
 * A synthetic history of minute bars as JSON: one bar every minute, the same bytes for the same number of rows.
 *
 * All rows lie in one buffer, each followed by its comma, with an index of where each begins, so
 * that a page is a slice. A history longer than a block repeats the block's bars at later minutes.
 * A block is a million minutes, 6e10 milliseconds: only the three leading digits of a timestamp
 * differ from block to block, and only they are written anew.
 */
import * as Generator from "./Generator.js"

const MINUTE = 60_000
const BLOCK = 1_000_000
/** What a block adds to the three leading digits of a timestamp: `BLOCK * MINUTE / 1e10`. */
const LEADING_PER_BLOCK = 6
const ZERO = 48

/**
 * The first bar's time in epoch milliseconds: 2010-01-02 00:00 in New York. All timestamps have 13
 * digits, and lie in the time of the records of stocks and crypto, before which a request is refused.
 */
export const FIRST_TIMESTAMP = Date.UTC(2010, 0, 2, 5)

export interface SyntheticBars {
  /** Number of bars. */
  readonly rows: number
  /** The sum of all volumes: what a client must find. */
  readonly volume: number
  /**
   * The JSON of the bars from `start` to `end` (excluded), with commas between them, in parts to be
   * sent one after the other.
   */
  readonly slice: (start: number, end: number) => ReadonlyArray<Uint8Array>
}

/** The time of the bar at an index, in epoch milliseconds. */
export const timestampAt = (index: number): number => FIRST_TIMESTAMP + index * MINUTE

/** The index of the first bar at or after a time in epoch milliseconds. */
export const indexAtOrAfter = (timestamp: number): number =>
  Math.max(0, Math.ceil((timestamp - FIRST_TIMESTAMP) / MINUTE))

/** Number of bars of a step of {@link making}. */
const STEP = 10_000

/** Makes a history of `rows` bars. */
export const make = (rows: number): SyntheticBars => {
  const steps = making(rows)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Makes it in steps, for callers that let others work in between. */
export function* making(rows: number): Generator<undefined, SyntheticBars> {
  const size = Math.min(rows, BLOCK)
  const block = Buffer.allocUnsafe(size * 128)
  const begins = new Uint32Array(size + 1)
  const stamps = new Uint32Array(size)
  const volumes = new Uint32Array(size)
  const random = Generator.make(20020102)
  let position = 0
  let cents = 18_700
  for (let row = 0; row < size; row++) {
    if (row % STEP === STEP - 1) yield
    const open = cents
    const close = Math.max(1_000, open + random.integer(-25, 25))
    const high = Math.max(open, close) + random.integer(0, 12)
    const low = Math.min(open, close) - random.integer(0, 12)
    const volume = random.integer(100, 49_999)
    const transactions = 1 + Math.floor(volume / random.integer(40, 160))
    const vwap = (low * 100 + random.integer(0, (high - low) * 100)) / 10_000
    const before = `{"v":${volume},"vw":${vwap},"o":${open / 100},"c":${close / 100},"h":${high / 100},"l":${low / 100},"t":`
    begins[row] = position
    stamps[row] = position + before.length
    volumes[row] = volume
    position += block.write(`${before}${timestampAt(row)},"n":${transactions}},`, position, "latin1")
    cents = close
  }
  begins[size] = position

  /** The rows of one block from `start` to `end`, each followed by a comma. */
  const inBlock = (number: number, start: number, end: number): Uint8Array => {
    const from = begins[start]!
    const stored = block.subarray(from, begins[end]!)
    if (number === 0) {
      return stored
    }
    const moved = Buffer.from(stored)
    for (let row = start; row < end; row++) {
      const at = stamps[row]! - from
      const leading =
        (moved[at]! - ZERO) * 100 + (moved[at + 1]! - ZERO) * 10 + (moved[at + 2]! - ZERO) + number * LEADING_PER_BLOCK
      moved[at] = ZERO + ((leading / 100) | 0)
      moved[at + 1] = ZERO + (((leading / 10) | 0) % 10)
      moved[at + 2] = ZERO + (leading % 10)
    }
    return moved
  }

  const sum = (end: number) => volumes.subarray(0, end).reduce((total, volume) => total + volume, 0)
  return {
    rows,
    volume: size === 0 ? 0 : Math.floor(rows / size) * sum(size) + sum(rows % size),
    slice: (start, end) => {
      const parts: Array<Uint8Array> = []
      for (let at = start; at < end;) {
        const number = Math.floor(at / BLOCK)
        const next = Math.min(end, (number + 1) * BLOCK)
        const part = inBlock(number, at - number * BLOCK, next - number * BLOCK)
        parts.push(next === end ? part.subarray(0, part.length - 1) : part)
        at = next
      }
      return parts
    },
  }
}
