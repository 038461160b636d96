/**
 * Bars as JSON text. A page holds up to 400,000 numbers, most of them with no more decimals than their
 * market: their digits are written straight into bytes, several times faster than through number formatting.
 *
 * @module
 */
import { Array, Effect } from "effect"
import { mapInTurns } from "../../store/turns.js"
import type { BaseBar } from "./BaseBar.js"

/** Maximum length of a number: `-1.2345678901234567e-308`. */
const longestNumber = 24
/** Limit up to which a double tells all numbers of fifteen digits apart. */
const largest = 1e15
/** Limit below which the platform writes an exponent. */
const smallest = 1e-6
/** Units of the last decimal in one: four decimals for stocks, eight for forex and crypto. */
const scales = [1e4, 1e8]

/** Writes numbers and keys one after the other into a sufficiently large byte buffer. */
class Writer {
  at = 0
  constructor(readonly bytes: Buffer) {}

  byte(byte: number) {
    this.bytes[this.at++] = byte
  }

  key(key: Uint8Array) {
    for (let index = 0; index < key.length; index++) this.bytes[this.at++] = key[index]!
  }

  /** Writes a whole number from 0 to 2^53, in at least `least` digits. */
  private digits(value: number, least: number) {
    if (value >= 1e9) {
      const high = Math.floor(value / 1e9)
      this.digits(high, 1)
      this.digits(value - high * 1e9, 9)
      return
    }
    let rest = value | 0
    let length = 1
    for (let bound = 10; length < 9 && (rest >= bound || length < least); bound *= 10) length++
    this.at += length
    for (let index = this.at - 1; length > 0; length--, index--) {
      const tenth = (rest / 10) | 0
      this.bytes[index] = 48 + rest - tenth * 10
      rest = tenth
    }
  }

  /** Writes a decimal number, given in units of its last decimal, without trailing zeros. */
  private decimals(units: number, scale: number) {
    const whole = Math.floor(units / scale)
    this.digits(whole, 1)
    this.byte(46)
    let fraction = units - whole * scale
    for (let place = scale / 10; fraction > 0; place /= 10) {
      const digit = (fraction / place) | 0
      this.byte(48 + digit)
      fraction -= digit * place
    }
  }

  /**
   * Writes the shortest text that reads back as the same number. When rounding to some decimals
   * gives the number itself, these decimals are used (`units` is exact, and a quotient is rounded
   * as a reader rounds); other numbers are left to the platform.
   */
  number(value: number) {
    if (value >= 0 && Number.isSafeInteger(value)) return this.digits(value, 1)
    if (value >= smallest) {
      for (const scale of scales) {
        const units = Math.round(value * scale)
        if (units < largest && units / scale === value) return this.decimals(units, scale)
      }
    }
    this.at += this.bytes.write(String(value), this.at, "latin1")
  }
}

/**
 * Returns the JSON text of an array of bars, in the given order. Unknown `vw` and `n` are left out,
 * `otc` when it is false, and volumes where bars have none.
 */
export const barsToJson = (bars: ReadonlyArray<BaseBar>, otc: boolean, hasVolume = true): string => {
  const keys = [
    '{"v":',
    ',"vw":',
    hasVolume ? ',"o":' : '{"o":',
    ',"c":',
    ',"h":',
    ',"l":',
    ',"t":',
    ',"n":',
    otc ? ',"otc":true},' : "},",
  ]
  const [v, vw, o, c, h, l, t, n, end] = keys.map((key) => Buffer.from(key)) as unknown as Keys
  const longestRow = keys.join("").length + 8 * longestNumber
  const writer = new Writer(Buffer.allocUnsafe(bars.length * longestRow + 2))
  writer.byte(91)
  for (const bar of bars) {
    if (hasVolume) {
      writer.key(v)
      writer.number(bar.v)
    }
    if (bar.vw !== null) {
      writer.key(vw)
      writer.number(bar.vw)
    }
    writer.key(o)
    writer.number(bar.o)
    writer.key(c)
    writer.number(bar.c)
    writer.key(h)
    writer.number(bar.h)
    writer.key(l)
    writer.number(bar.l)
    writer.key(t)
    writer.number(bar.t)
    if (bar.n !== null) {
      writer.key(n)
      writer.number(bar.n)
    }
    writer.key(end)
  }
  // The closing bracket replaces the comma after the last row.
  if (bars.length > 0) writer.at--
  writer.byte(93)
  return writer.bytes.toString("latin1", 0, writer.at)
}

/** Number of bars written in a turn of the event loop. */
const barsPerTurn = 10_000

/** Like {@link barsToJson}, while other requests are answered. */
export const write = (bars: ReadonlyArray<BaseBar>, otc: boolean, hasVolume = true): Effect.Effect<string> =>
  Effect.map(
    mapInTurns(Array.chunksOf(bars, barsPerTurn), 1, (some) => barsToJson(some, otc, hasVolume).slice(1, -1)),
    (parts) => `[${parts.join(",")}]`,
  )

type Keys = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
