/**
 * Writes numbers and text as bytes. Numbers are written without an intermediate string where that
 * yields the same digits, in a fraction of the time.
 */

/** Size at which a block of bytes is passed on. */
export const BLOCK = 256 * 1024

/** Upper bound for the characters of a number: the longest has 25. */
const LONGEST_NUMBER = 32

const utf8 = /* @__PURE__ */ new TextEncoder()

/** Characters that stop {@link ByteWriter.plain}: those of `text`. */
export const specials = (text: string): Uint8Array => {
  const table = new Uint8Array(128)
  for (const character of text) table[character.charCodeAt(0)] = 1
  return table
}

export class ByteWriter {
  /** Number of bytes written. */
  length = 0
  private bytes = new Uint8Array(2 * BLOCK)

  /** Returns the bytes so far as a copy. The next ones begin a new block. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length)
    this.length = 0
    return taken
  }

  /** Returns the bytes so far, which later ones overwrite. */
  borrow(): Uint8Array {
    const borrowed = this.bytes.subarray(0, this.length)
    this.length = 0
    return borrowed
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.length + count))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }

  byte(byte: number): void {
    this.reserve(1)
    this.bytes[this.length++] = byte
  }

  /** Writes a few bytes: for many, `set` is faster. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    for (let i = 0; i < bytes.length; i++) this.bytes[this.length++] = bytes[i]!
  }

  /** Writes any text, in UTF-8. */
  text(text: string): void {
    this.reserve(3 * text.length)
    this.length += utf8.encodeInto(text, this.bytes.subarray(this.length)).written
  }

  /** Writes ASCII text without special characters. Writes nothing and returns `false` if there are others. */
  plain(text: string, special: Uint8Array): boolean {
    this.reserve(text.length)
    const start = this.length
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127 || special[code] === 1) {
        this.length = start
        return false
      }
      this.bytes[this.length++] = code
    }
    return true
  }

  /** Writes the digits of an integer. */
  bigint(value: bigint): void {
    this.ascii(value.toString())
  }

  /**
   * Writes the shortest decimal that parses to this number, including minus zero. `NaN`, `Infinity`
   * and `-Infinity` by name.
   */
  number(value: number): void {
    this.reserve(LONGEST_NUMBER)
    if (value < 0 || Object.is(value, -0)) {
      this.bytes[this.length++] = 45 // -
      value = -value
    }
    if (value < Number.MAX_SAFE_INTEGER && Math.floor(value) === value) this.integer(value)
    else if (!this.decimal(value, 1e4, 4) && !this.decimal(value, 1e8, 8)) this.ascii(String(value))
  }

  private ascii(text: string): void {
    this.reserve(text.length)
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i)
  }

  /** Writes a non-negative safe integer. */
  private integer(value: number): void {
    if (value < 1e8) {
      let width = 1
      for (let power = 10; power <= value; power *= 10) width++
      return this.digits(value, width)
    }
    const high = Math.floor(value / 1e8)
    this.integer(high)
    this.digits(value - high * 1e8, 8)
  }

  /** Writes exactly `width` digits of an integer below 1e8. */
  private digits(value: number, width: number): void {
    this.length += width
    for (let at = this.length - 1, rest = value | 0; at >= this.length - width; at--) {
      const tenth = (rest / 10) | 0
      this.bytes[at] = 48 + rest - 10 * tenth
      rest = tenth
    }
  }

  /**
   * Writes a fractional number, if `width` decimals suffice: then `scaled` of at most 15 digits
   * divided by `scale` is the number, and no other decimal of as few digits equals it.
   */
  private decimal(value: number, scale: number, width: number): boolean {
    const scaled = Math.round(value * scale)
    if (!(scaled < 1e15) || scaled / scale !== value) return false
    const whole = Math.floor(value)
    let fraction = scaled - whole * scale
    while (fraction % 10 === 0) {
      fraction /= 10
      width--
    }
    this.integer(whole)
    this.bytes[this.length++] = 46 // .
    this.digits(fraction, width)
    return true
  }
}
