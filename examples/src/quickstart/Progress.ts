/**
 * Progress of a long stream on standard error: a progress bar in a terminal, an occasional line elsewhere.
 */
import { Effect, Schedule, type Scope } from "effect"
import { count } from "./Text.js"

const width = 32

/** Shows `progress()`, from 0 to 1, and how many bars are `done()`, until the scope closes. */
export const show = (
  label: string,
  progress: () => number,
  done: () => number,
): Effect.Effect<void, never, Scope.Scope> => {
  const terminal = process.stderr.isTTY === true
  const write = (text: string) => Effect.sync(() => void process.stderr.write(text))
  const line = () => {
    const bar = "█".repeat(Math.floor(progress() * width)).padEnd(width, "░")
    const share = `${Math.floor(progress() * 100)} %`.padStart(5)
    return terminal
      ? `\r\u001b[2K   ${label} ${bar} ${share} ${count(done())}`
      : `   ${label}: ${share}, ${count(done())} bars\n`
  }
  const draw = Effect.suspend(() => write(line()))
  return draw.pipe(
    Effect.repeat(Schedule.spaced(terminal ? "100 millis" : "5 seconds")),
    Effect.delay(terminal ? "0 millis" : "5 seconds"),
    Effect.forkScoped,
    Effect.zipRight(Effect.addFinalizer(() => (terminal ? write("\r\u001b[2K") : draw))),
  )
}
