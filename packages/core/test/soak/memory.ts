/** How much memory is in use after a garbage collection, and how it grows. */

const megabyte = 1024 * 1024

/** Megabytes by which memory in use may grow from the tenth round to the last tenth of the time. */
export const most = 30

const used = (): number => {
  globalThis.gc?.()
  const { external, heapUsed } = process.memoryUsage()
  return (heapUsed + external) / megabyte
}

const median = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Compares the memory after the tenth round with that of the last tenth of the time. Without `--expose-gc` it measures nothing. */
export class Growth {
  private first: number | undefined
  private latest = 0
  private readonly last: Array<number> = []

  /** Call it after each round, with the part of the time that has passed. */
  sample(rounds: number, passed: number): void {
    if (globalThis.gc === undefined || (rounds !== 10 && rounds % 20 !== 0)) return
    this.latest = used()
    if (rounds === 10) this.first = this.latest
    if (passed > 0.9) this.last.push(this.latest)
  }

  /** Megabytes in use at the latest sample. */
  now(): number {
    return Math.round(this.latest)
  }

  /** Megabytes, if there was time to measure. */
  get growth(): number | undefined {
    return this.first === undefined || this.last.length === 0
      ? undefined
      : Math.round((median(this.last) - this.first) * 10) / 10
  }
}
