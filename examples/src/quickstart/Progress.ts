/**
 * Progress of a long stream on standard error: a bar that is drawn again in a terminal, a plain line now and then elsewhere.
 */
import { Effect, Schedule, type Scope } from "effect"
import { count } from "./Text.js"

const width = 32

/** Shows how far `done()` has come towards `total`, until the scope closes. */
export const show = (label: string, total: number, done: () => number): Effect.Effect<void, never, Scope.Scope> => {
  const terminal = process.stderr.isTTY === true
  const write = (text: string) => Effect.sync(() => void process.stderr.write(text))
  const line = () => {
    const share = Math.min(1, done() / total)
    const bar = "█".repeat(Math.round(share * width)).padEnd(width, "░")
    return terminal
      ? `\r\u001b[2K   ${label} ${bar} ${count(done())}`
      : `   ${label}: ${count(done())} of ${count(total)}\n`
  }
  const draw = Effect.suspend(() => write(line()))
  return draw.pipe(
    Effect.repeat(Schedule.spaced(terminal ? "100 millis" : "5 seconds")),
    Effect.delay(terminal ? "0 millis" : "5 seconds"),
    Effect.forkScoped,
    Effect.zipRight(Effect.addFinalizer(() => (terminal ? write("\r\u001b[2K") : Effect.void))),
  )
}
