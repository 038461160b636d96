/** Dictionaries of words: each word is written once, rows have its number. */
import type { Data, Vector } from "apache-arrow"
import type { Arrow } from "./library.js"
import { utf8Of } from "./text.js"

/** A growing dictionary. */
export class Words {
  private readonly numbers = new Map<string, number>()

  constructor(private readonly arrow: Arrow) {}

  /** Returns the number of a word. */
  numberOf(word: string): number {
    const known = this.numbers.get(word)
    if (known !== undefined) return known
    this.numbers.set(word, this.numbers.size)
    return this.numbers.size - 1
  }

  /** Returns the words so far, in the order of their numbers. */
  data(): Data {
    return utf8Of(this.arrow, [...this.numbers.keys()], undefined)
  }

  /** Returns the words so far, as a column's dictionary. */
  vector(): Vector {
    return new this.arrow.Vector([this.data()])
  }
}

/** Dictionaries of the columns by number. */
export class Dictionaries {
  private readonly words = new Map<number, Words>()

  constructor(private readonly arrow: Arrow) {}

  /** Returns the dictionary with a number. */
  get(id: number): Words {
    const known = this.words.get(id) ?? new Words(this.arrow)
    this.words.set(id, known)
    return known
  }

  /** Returns all dictionaries in the order of their numbers. */
  entries(): Iterable<readonly [number, Words]> {
    return [...this.words].sort(([one], [other]) => one - other)
  }
}
