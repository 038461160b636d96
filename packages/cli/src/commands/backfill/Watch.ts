/**
 * Follows a plan: a status that is redrawn in a terminal, otherwise a line every ten seconds.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Backfill from "@candela/backfill/Backfill"
import * as Effect from "effect/Effect"
import { Terminal } from "../../terminal/Terminal.js"
import * as Show from "./Show.js"

/** Polling intervals for a redrawn status, and for lines. */
const [often, seldom] = ["1 second", "10 seconds"] as const

/** Maximum number of failures read. */
const mostFailures = 100

const isOver = ({ state }: Backfill.Status): boolean => state === "done" || state === "cancelled" || state === "stopped"

const cut = (text: string, columns: number): string => (text.length < columns ? text : `${text.slice(0, columns - 2)}…`)

/** Follows a plan until it is done, cancelled or stopped. */
export const run = (plan: string) =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    let drawn = 0
    const draw = (status: Backfill.Status) =>
      Effect.gen(function* () {
        const failures = yield* Backfill.failures(plan, { limit: mostFailures })
        const [columns, rows] = [yield* out.columns, yield* out.rows]
        const lines = Show.lines(status, failures)
          .map((line) => cut(Foreign.show(line.split("\n")[0]!), columns))
          .slice(0, Math.max(1, rows - 1))
        const back = drawn === 0 ? "" : `\u001b[${drawn}A`
        drawn = lines.length
        // Each line is cleared when it is written, and the rest below afterwards, so that nothing flickers.
        yield* out.write(`${back}${lines.map((line) => `\u001b[2K${line}\n`).join("")}\u001b[0J`)
      })
    while (true) {
      const status = yield* Backfill.status(plan)
      yield* out.isTerminal ? draw(status) : out.write(`${Show.line(status)}\n`)
      if (isOver(status)) return
      yield* Effect.sleep(out.isTerminal ? often : seldom)
    }
  })
