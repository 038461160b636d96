/** Validity bitmaps: row `i` is bit `i % 8`, least significant first, of byte `i >> 3`. */

/** Whether a bit is set. */
export const has = (bits: Uint8Array, index: number): boolean => ((bits[index >> 3]! >> (index & 7)) & 1) === 1

/** Sets a bit. */
export const set = (bits: Uint8Array, index: number): void => {
  bits[index >> 3]! |= 1 << (index & 7)
}

/** Copies `count` bits from one bitmap to another, whose bits from `at` on are unset. */
export const copy = (from: Uint8Array, start: number, to: Uint8Array, at: number, count: number): void => {
  let done = 0
  // Whole bytes, if both are byte-aligned.
  if ((start & 7) === 0 && (at & 7) === 0) {
    const bytes = count >> 3
    to.set(from.subarray(start >> 3, (start >> 3) + bytes), at >> 3)
    done = bytes << 3
  }
  // protects: A bitmap has no bits beyond the rows of its chunk.
  // mutant: "no bits beyond their end": ; done < count; done++) if (has(from, start + done)) set(to, at + done → let i
  // = done; i < ((count + 7) >> 3) << 3; i++) if (has(from, start + i)) set(to, at + i
  for (; done < count; done++) if (has(from, start + done)) set(to, at + done)
}
