/** Scanner of the text of a JSON value. */
import { Fault } from "../fault.js"

const [quote, backslash] = [34, 92]

/** A number, including non-JSON forms such as `01`. */
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Maximum depth of lists and objects within each other. Rows have a few; each level takes a part of the stack. */
const DEEPEST = 500

/** A position in a text. */
export class Scan {
  at = 0
  private depth = 0

  constructor(readonly text: string) {}

  fail(expected: string): never {
    const found = this.at < this.text.length ? `"${this.text.slice(this.at, this.at + 20)}"` : "the end of the line"
    throw new Fault("format", `${expected} is missing at character ${this.at + 1}: found ${found}.`)
  }

  /** Returns the next non-space character without reading it; `""` at the end. */
  peek(): string {
    while (this.text.charCodeAt(this.at) <= 32) this.at++
    return this.text.charAt(this.at)
  }

  /** Reads a character, if it is the next one. */
  skips(character: string): boolean {
    if (this.peek() !== character) return false
    this.at++
    return true
  }

  /** Reads a word, if it is next. */
  word(word: string): boolean {
    this.peek()
    if (!this.text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  /** Reads the digits of a number; `undefined` if something else is next. */
  number(): string | undefined {
    this.peek()
    number.lastIndex = this.at
    const digits = number.exec(this.text)?.[0]
    this.at += digits?.length ?? 0
    return digits
  }

  /** Reads a string; `undefined` if something else is next. */
  string(): string | undefined {
    if (this.peek() !== '"') return undefined
    const start = this.at
    let escaped = false
    for (let at = start + 1; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === quote) {
        this.at = at + 1
        return escaped ? this.unescaped(start) : this.text.slice(start + 1, at)
      }
      if (code < 32) break
      if (code === backslash) {
        escaped = true
        at++
      }
    }
    return this.fail("the end of a string")
  }

  private unescaped(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string
    } catch {
      this.at = start
      return this.fail("a string")
    }
  }

  private enter(): void {
    // protects: Values of JSON within each other do not exhaust the stack.
    // mutant: "where brackets are within each other without an end": DEEPEST → 1e9
    if (++this.depth > DEEPEST)
      throw new Fault("format", `it has more than ${DEEPEST} lists and objects within each other: this is no row.`)
  }

  /** Reads the members of an object: `read` reads the value of a key. */
  object(read: (key: string) => void): boolean {
    if (!this.skips("{")) return false
    if (this.skips("}")) return true
    this.enter()
    do {
      const key = this.string() ?? this.fail("a key")
      if (!this.skips(":")) this.fail("a colon")
      read(key)
    } while (this.skips(","))
    this.depth--
    return this.skips("}") || this.fail("a comma or a closing brace")
  }

  /** Reads the items of a list. */
  list(read: () => void): boolean {
    if (!this.skips("[")) return false
    if (this.skips("]")) return true
    this.enter()
    do read()
    while (this.skips(","))
    this.depth--
    return this.skips("]") || this.fail("a comma or a closing bracket")
  }

  /** Reads any value, like `JSON.parse`. */
  any(): unknown {
    const values: Array<unknown> = []
    const entries: Array<readonly [string, unknown]> = []
    if (this.object((key) => void entries.push([key, this.any()]))) return Object.fromEntries(entries)
    if (this.list(() => void values.push(this.any()))) return values
    const text = this.string()
    if (text !== undefined) return text
    const start = this.at
    const digits = this.number()
    if (digits !== undefined) {
      const value = Number(digits)
      if (Number.isFinite(value)) return value
      this.at = start
      return this.fail("a number of at most 1.8e308")
    }
    return this.word("true") || (this.word("false") ? false : this.word("null") ? null : this.fail("a value"))
  }

  /** Requires the end of the text. */
  end(): void {
    if (this.peek() !== "") this.fail("the end of the value")
  }
}
