/**
 * Writer of JSON into bytes. A page holds up to 700,000 numbers, most of them with few decimals: their digits are
 * written straight into bytes, several times faster than through number formatting and joined texts.
 *
 * @module
 */

/** Maximum length of a number: `-1.2345678901234567e-308`. */
export const longestNumber = 24
/** Limit up to which a double tells all numbers of fifteen digits apart. */
const largest = 1e15
/** Limit below which the platform writes an exponent. */
const smallest = 1e-6
/** Units of the last decimal in one: four decimals for stocks, eight for forex and crypto. */
const scales = [1e4, 1e8]

/** Writes numbers and keys one after the other into a sufficiently large byte buffer. */
export class ByteWriter {
  /** Number of bytes written. */
  at = 0
  private readonly bytes: Buffer

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  /** Writes a byte. */
  byte(byte: number) {
    this.bytes[this.at++] = byte
  }

  /** Writes bytes. */
  key(key: Uint8Array) {
    for (let index = 0; index < key.length; index++) this.bytes[this.at++] = key[index]!
  }

  /** Writes a whole number from 0 to 2^53, in at least `least` digits. */
  digits(value: number, least: number) {
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

  /** Writes a text of ASCII. */
  ascii(text: string) {
    this.at += this.bytes.write(text, this.at, "latin1")
  }

  /** Returns the text written, of ASCII. */
  text(): string {
    return this.bytes.toString("latin1", 0, this.at)
  }
}
