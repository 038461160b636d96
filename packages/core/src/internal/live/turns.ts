/**
 * Reads frames as they arrive, so much in each turn of the event loop: what comes beyond that waits, so that timers
 * and consumers have their turns, too. If much waits, the socket pauses.
 */
import * as EventLoop from "../eventLoop.js"
import type { Reader } from "./frames.js"

/**
 * Work of one turn, in events that are usual: a few milliseconds. It is no time, because on a busy machine most of that
 * belongs to other processes, and many short turns cost more than a few long ones.
 */
const TURN = 4_096

/** Time after which a turn begins no further frame, milliseconds: before its code is compiled, a program is slow. */
const LONGEST = 10

/** Number of frames that may wait before the socket pauses, and with which it goes on. */
const FULL = 256
const LOW = 64

interface Options extends Reader {
  readonly now: () => number
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

export const make = ({ begin, now, onTurn, pause, read, resume }: Options): Turns => {
  let waiting: Array<string> = []
  /** What is left of the work of a turn. If nothing is, the frame that was begun may not be read to its end. */
  let work = TURN
  let start = 0
  let isScheduled = false
  let isPaused = false
  let onRead: (() => void) | undefined

  const schedule = () => {
    isScheduled = true
    EventLoop.later(turn)
  }

  const readFrame = (text: string): number => {
    begin(text)
    const left = read(work)
    // protects: Timers and consumers have their turns also where a program is slow.
    // mutant: "begin no further frame after": now() - start >= LONGEST → false
    return now() - start >= LONGEST ? Math.min(left, 0) : left
  }

  const turn = () => {
    isScheduled = false
    start = now()
    work = read(TURN)
    let count = 0
    while (work > 0 && count < waiting.length) work = readFrame(waiting[count++]!)
    waiting = waiting.slice(count)
    if (work <= 0) schedule()
    onTurn(waiting.length)
    if (isPaused && waiting.length <= LOW) {
      isPaused = false
      resume()
    }
    if (work > 0) onRead?.()
  }

  return {
    push: (text) => {
      if (!isScheduled) {
        work = TURN
        start = now()
        schedule()
      }
      // Read at once, a text is still in the processor's cache.
      if (work > 0) {
        work = readFrame(text)
        return
      }
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
      if (work > 0) call()
    },
    stop: () => (waiting = []),
  }
}
