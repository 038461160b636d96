/** Entries in memory, bounded in the bytes of their documents: the least recently used ones are evicted first. */
import type { CacheEntry } from "./entry.js"

/** An entry with its name in the store. */
export interface Held extends CacheEntry {
  readonly name: string
}

export class Memory {
  /** Entries by place, in the order of use: the most recently used one is last. */
  private readonly entries = new Map<string, Held>()
  private size = 0

  constructor(private readonly maxSize: number) {}

  /** Returns the entry of a place, which counts as a use. Its bytes must not be written to. */
  get(place: string): Held | undefined {
    const entry = this.entries.get(place)
    if (entry !== undefined) {
      // protects: What was used last stays in the memory of the cache.
      // mutant: "holds what a list of the last uses holds": without this.entries.delete(place) this.entries.set(place,
      // entry)
      this.entries.delete(place)
      this.entries.set(place, entry)
    }
    return entry
  }

  /** Stores an entry, and evicts others until all have room. An entry larger than the whole memory is not stored. */
  set(place: string, entry: Held): void {
    this.delete(place)
    if (entry.bytes.length > this.maxSize) return
    this.entries.set(place, entry)
    this.size += entry.bytes.length
    for (const oldest of this.entries.keys()) {
      // protects: The memory of the cache stays within its size.
      // mutant: "holds what a list of the last uses holds": always
      if (this.size <= this.maxSize) break
      this.delete(oldest)
    }
  }

  delete(place: string): void {
    this.size -= this.entries.get(place)?.bytes.length ?? 0
    this.entries.delete(place)
  }
}
