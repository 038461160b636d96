/**
 * Bars as JSON text. A page holds up to 400,000 numbers, most of them prices of a few decimals: their digits are written straight into
 * bytes, several times faster than through number formatting.
 *
 * @module
 */
import type { BaseBar } from "./BaseBar.js"

/** No number is longer than `-1.2345678901234567e-308`. */
const longestNumber = 24
const decimals = 10_000
/** Up to here, a double holds every number of four decimals apart from its neighbours. */
const largest = 1e15 / decimals

/** Writes numbers and keys one after the other into a buffer of bytes that is large enough. */
class Writer {
  at = 0
  constructor(readonly bytes: Buffer) {}

  byte(byte: number) {
    this.bytes[this.at++] = byte
  }

  key(key: Uint8Array) {
    for (let index = 0; index < key.length; index++) this.bytes[this.at++] = key[index]!
  }

  /** A whole number from 0 to 2^53, in at least `least` digits. */
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

  /**
   * The shortest text that reads back as the same number. Where rounding to four decimals gives the number itself, these decimals are it
   * (`scaled` is exact, and a quotient is rounded as a reader rounds); any other number is left to the platform.
   */
  number(value: number) {
    if (value >= 0 && Number.isSafeInteger(value)) return this.digits(value, 1)
    const scaled = Math.round(value * decimals)
    if (!(value > 0 && value < largest && scaled / decimals === value)) {
      this.at += this.bytes.write(String(value), this.at, "latin1")
      return
    }
    const whole = Math.floor(scaled / decimals)
    this.digits(whole, 1)
    this.byte(46)
    let fraction = scaled - whole * decimals
    for (let place = decimals / 10; fraction > 0; place /= 10) {
      const digit = (fraction / place) | 0
      this.byte(48 + digit)
      fraction -= digit * place
    }
  }
}

/**
 * The JSON text of an array of bars, in the order given. A `vw` or `n` that is not known is left out, and `otc` where it is false.
 */
export const barsToJson = (bars: ReadonlyArray<BaseBar>, otc: boolean): string => {
  const keys = ['{"v":', ',"vw":', ',"o":', ',"c":', ',"h":', ',"l":', ',"t":', ',"n":', otc ? ',"otc":true},' : "},"]
  const [v, vw, o, c, h, l, t, n, end] = keys.map((key) => Buffer.from(key)) as unknown as Keys
  const longestRow = keys.join("").length + 8 * longestNumber
  const writer = new Writer(Buffer.allocUnsafe(bars.length * longestRow + 2))
  writer.byte(91)
  for (const bar of bars) {
    writer.key(v)
    writer.number(bar.v)
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
  // The comma after the last row gives way to the bracket.
  if (bars.length > 0) writer.at--
  writer.byte(93)
  return writer.bytes.toString("latin1", 0, writer.at)
}

type Keys = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
