/**
 * Random stream that depends on its key alone, on every machine: only whole-number and exactly
 * rounded arithmetic is used.
 */
export interface Random {
  /** Random number of the interval [0, 1). */
  readonly uniform: () => number
  /** Random number with mean 0 and standard deviation 1, never beyond 3.5: nearly normal, without a logarithm. */
  readonly normal: () => number
}

/** 32-bit hash of a text (FNV-1a), started from a number so that several texts can be chained. */
const hashText = (text: string, start: number) => {
  let hash = start
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** Small fast counting generator (sfc32), keyed by a seed, a text and a number. */
export const make = (seed: number, text: string, index: number): Random => {
  let a = hashText(text, 0x811c9dc5)
  let b = seed | 0
  let c = index | 0
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round++) next()
  const uniform = () => next() / 4_294_967_296
  const normal = () => (uniform() + uniform() + uniform() + uniform() - 2) * 1.7320508075688772
  return { uniform, normal }
}

/** Squares a number: many times faster than a power, and exactly rounded on every machine. */
export const square = (value: number): number => value * value
