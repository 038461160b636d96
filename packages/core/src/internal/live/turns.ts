/**
 * Reads frames as they arrive, for a few milliseconds in each turn of the event loop: what comes beyond that waits, so
 * that timers and consumers have their turns, too. If much waits, the socket pauses.
 */
import * as EventLoop from "../eventLoop.js"

/** Time for which one turn reads frames, milliseconds. */
const TURN = 4

/** Number of frames that may wait before the socket pauses, and with which it goes on. */
const FULL = 256
const LOW = 64

interface Options {
  readonly now: () => number
  readonly read: (text: string) => void
  /** Called at the end of each turn in which frames were read, with the number of those that wait. */
  readonly onTurn: (waiting: number) => void
  readonly pause: () => void
  readonly resume: () => void
}

interface Turns {
  readonly push: (text: string) => void
  /** Calls a function when everything that was pushed is read. */
  readonly whenRead: (call: () => void) => void
  /** Drops what waits. */
  readonly stop: () => void
}

export const make = ({ now, onTurn, pause, read, resume }: Options): Turns => {
  let waiting: Array<string> = []
  let start = 0
  let isScheduled = false
  let isPaused = false
  let onRead: (() => void) | undefined
  const hasTime = () => now() - start < TURN

  const begin = () => {
    start = now()
    if (isScheduled) return
    isScheduled = true
    EventLoop.later(end)
  }

  const end = () => {
    isScheduled = false
    if (waiting.length > 0) begin()
    let count = 0
    while (count < waiting.length && hasTime()) read(waiting[count++]!)
    waiting = waiting.slice(count)
    onTurn(waiting.length)
    if (isPaused && waiting.length <= LOW) {
      isPaused = false
      resume()
    }
    if (waiting.length === 0) onRead?.()
  }

  return {
    push: (text) => {
      if (!isScheduled) begin()
      // Read at once, a text is still in the processor's cache.
      if (waiting.length === 0 && hasTime()) return read(text)
      waiting.push(text)
      // protects: A process that is too slow holds few frames: the service waits.
      // mutant: "pauses while many frames wait": waiting.length > FULL → waiting.length < 0
      if (!isPaused && waiting.length > FULL) {
        isPaused = true
        pause()
      }
    },
    whenRead: (call) => {
      onRead = call
      if (waiting.length === 0) call()
    },
    stop: () => (waiting = []),
  }
}
