/** A process in a pseudo-terminal, and what its screen shows. */
import { spawn } from "@lydell/node-pty"
import xterm, { type IBufferCell, type IBufferLine } from "@xterm/headless"
import { Effect, type Scope } from "effect"
import { childrenOf } from "../process/support.js"

/** The terminal of a test. */
export interface Size {
  /** Default 80. */
  readonly columns?: number | undefined
  /** Default 24. */
  readonly rows?: number | undefined
  /** Variables of the environment beside those of the test's process. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** A screen. */
export interface Screen {
  /** What was written, with all that steers the terminal. */
  readonly raw: () => string
  /**
   * All lines that are to be seen, those that have left the screen at its top included, without
   * spaces at their ends and empty lines at the end.
   */
  readonly lines: Effect.Effect<ReadonlyArray<string>>
  /**
   * The same lines with their styles: the codes of each change of bold, dim and colour, as they are
   * seen and not as they were written.
   */
  readonly styled: Effect.Effect<ReadonlyArray<string>>
  /** Types. */
  readonly type: (keys: string) => Effect.Effect<void>
  /** Makes the terminal wider or narrower. */
  readonly resize: (columns: number, rows: number) => Effect.Effect<void>
  /** Waits until a line of the screen holds a text. */
  readonly shows: (text: string) => Effect.Effect<void, Error>
  /** Its exit code, when it has one. */
  readonly ended: Effect.Effect<number>
}

/** Number of the control sequence that tells the exit code: no terminal knows it. */
const END = 7001

/** The codes of a cell's style. */
const styleOf = (cell: IBufferCell): string =>
  [
    ...(cell.isBold() ? [1] : []),
    ...(cell.isDim() ? [2] : []),
    ...(cell.isFgPalette() ? [cell.getFgColor() < 8 ? 30 + cell.getFgColor() : 82 + cell.getFgColor()] : []),
  ].join(";")

/** A line of the screen with its styles. */
const styled = (line: IBufferLine): string => {
  let [text, last] = ["", ""]
  for (let column = 0; column < line.translateToString(true).length; column++) {
    const cell = line.getCell(column)!
    const style = styleOf(cell)
    if (style !== last) text += `\x1b[${style === "" ? 0 : `0;${style}`}m`
    last = style
    text += cell.getChars() || " "
  }
  return last === "" ? text : `${text}\x1b[0m`
}

/**
 * A shell that runs its arguments, tells the terminal their exit code by a control sequence, and
 * stays: where the last process ends, what it wrote and nobody has read yet is lost with the terminal.
 */
const telling = `trap : INT; "$@"; printf '\\033]${END};%s\\007' $?; exec sleep 3600`

/** Runs a command in a pseudo-terminal until it ends, or the scope does. */
export const open = (
  command: string,
  args: ReadonlyArray<string>,
  { columns = 80, env = {}, rows = 24 }: Size = {},
): Effect.Effect<Screen, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { NO_COLOR: _, ...inherited } = process.env
      const child = spawn("sh", ["-c", telling, "sh", command, ...args], {
        name: "xterm-256color",
        cols: columns,
        rows,
        env: { ...inherited, TERM: "xterm-256color", ...env },
      })
      const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 10_000 })
      let raw = ""
      let isOpen = true
      const watchers = new Set<() => void>()
      const linesAs = (read: (line: IBufferLine) => string) => {
        const { active } = terminal.buffer
        const all = Array.from({ length: active.length }, (_, at) => read(active.getLine(at)!))
        return all.slice(0, all.findLastIndex((line) => line !== "") + 1)
      }
      const lines = () => linesAs((line) => line.translateToString(true))
      child.onData((text) => {
        raw += text
        terminal.write(text, () => watchers.forEach((look) => look()))
      })
      const gone = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
      const ended = new Promise<number>((resolve) => {
        const end = (exitCode: number) => {
          isOpen = false
          resolve(exitCode)
          watchers.forEach((look) => look())
        }
        // All that was written before has been shown then.
        terminal.parser.registerOscHandler(END, (exitCode) => {
          end(Number(exitCode))
          return true
        })
        void gone.then(end)
      })
      const shows = (text: string) =>
        Effect.async<void, Error>((resume) => {
          const look = () => {
            const found = lines().some((line) => line.includes(text))
            if (found || !isOpen) watchers.delete(look)
            if (found) resume(Effect.void)
            else if (!isOpen) resume(Effect.fail(new Error(`It ended without "${text}":\n${lines().join("\n")}`)))
          }
          watchers.add(look)
          look()
        })
      return {
        child,
        gone,
        raw: () => raw.split(`\x1b]${END};`, 1)[0]!,
        lines: Effect.sync(lines),
        styled: Effect.sync(() => linesAs(styled)),
        type: (keys: string) => Effect.sync(() => child.write(keys)),
        resize: (columns: number, rows: number) =>
          Effect.sync(() => {
            terminal.resize(columns, rows)
            child.resize(columns, rows)
          }),
        shows,
        ended: Effect.promise(() => ended),
      }
    }),
    ({ child, gone }) =>
      Effect.promise(() => {
        for (const pid of childrenOf(child.pid)) process.kill(pid, "SIGKILL")
        child.kill("SIGKILL")
        return gone
      }),
  )
