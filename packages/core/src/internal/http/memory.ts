/**
 * Memory for bodies that are read, decoded, and then done with: those that come after them are read into the same.
 *
 * New memory of some megabytes costs about as much as reading a body into it.
 */
export class Memory {
  private readonly free: Array<Uint8Array> = []
  private readonly lent = new WeakSet<ArrayBufferLike>()

  /** At least so many bytes, which may still hold what was in them. */
  take(size: number): Uint8Array {
    const bytes = this.free.pop()
    if (bytes !== undefined && bytes.length >= size) return this.lend(bytes)
    // A little more: the next page may be a little larger. What was too small for this one is let go.
    return this.lend(new Uint8Array(size + Math.floor(size / 16)))
  }

  private lend(bytes: Uint8Array): Uint8Array {
    this.lent.add(bytes.buffer)
    return bytes
  }

  /** Takes back the memory of bytes that nobody will read again. Bytes that were not taken from here stay with who owns them. */
  giveBack({ buffer }: Uint8Array): void {
    if (this.lent.delete(buffer)) this.free.push(new Uint8Array(buffer))
  }
}
