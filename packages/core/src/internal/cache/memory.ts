/** Entries in memory, bounded in the bytes of their documents: those that were not used for longest leave first. */
import type { Entry } from "./entry.js"

/** An entry, and its name in the store. */
export interface Held extends Entry {
  readonly name: string
}

export class Memory {
  /** By their places, in the order of their use: the one that was used last stands last. */
  private readonly entries = new Map<string, Held>()
  private size = 0

  constructor(private readonly maxSize: number) {}

  /** The entry of a place, which counts as a use of it. Nobody may write to its bytes. */
  get(place: string): Held | undefined {
    const entry = this.entries.get(place)
    if (entry !== undefined) {
      this.entries.delete(place)
      this.entries.set(place, entry)
    }
    return entry
  }

  /** Holds an entry, and lets others leave until all have room. One that is larger than the whole memory is not held. */
  set(place: string, entry: Held): void {
    this.delete(place)
    if (entry.bytes.length > this.maxSize) return
    this.entries.set(place, entry)
    this.size += entry.bytes.length
    for (const oldest of this.entries.keys()) {
      if (this.size <= this.maxSize) break
      this.delete(oldest)
    }
  }

  delete(place: string): void {
    this.size -= this.entries.get(place)?.bytes.length ?? 0
    this.entries.delete(place)
  }
}
