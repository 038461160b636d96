/**
 * Buffers for bodies that are no longer needed after decoding: the next body is read into the same buffer.
 *
 * Allocating some megabytes costs about as much as reading a body into them.
 */
export class BufferPool {
  private readonly free: Array<Uint8Array> = []
  private readonly taken = new WeakSet<ArrayBufferLike>()

  /** Returns a buffer of at least `size` bytes, which may still contain the bytes of an earlier body. */
  take(size: number): Uint8Array {
    const free = this.free.pop()
    // A little larger, because the next page may be a little larger. A buffer that is too small is dropped.
    const bytes = free && free.length >= size ? free : new Uint8Array(size + (size >> 4))
    this.taken.add(bytes.buffer)
    return bytes
  }

  /**
   * Takes back a buffer whose bytes will not be read again. Bytes that are not from this pool stay with their owner.
   */
  release({ buffer }: Uint8Array): void {
    if (this.taken.delete(buffer)) this.free.push(new Uint8Array(buffer))
  }
}
