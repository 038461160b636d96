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

/** Number of frames that may wait before the socket pauses, and with which it goes on. */
const FULL = 256
const LOW = 64

interface Options extends Reader {
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

export const make = ({ begin, onTurn, pause, read, resume }: Options): Turns => {
  let waiting: Array<string> = []
  /** What is left of the work of a turn. If nothing is, the frame that was begun may not be read to its end. */
  let work = TURN
  let isScheduled = false
  let isPaused = false
  let onRead: (() => void) | undefined

  const schedule = () => {
    isScheduled = true
    EventLoop.later(turn)
  }

  const turn = () => {
    isScheduled = false
    work = read(TURN)
    let count = 0
    while (work > 0 && count < waiting.length) {
      begin(waiting[count++]!)
      work = read(work)
    }
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
        schedule()
      }
      // Read at once, a text is still in the processor's cache.
      if (work > 0) {
        begin(text)
        work = read(work)
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
