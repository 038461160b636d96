/**
 * Faults of the live channel, for tests of programs that must tolerate them. The sandbox applies
 * them to the frames that it sends, on a port and in process:
 *
 * ```ts
 * const faults = { faults: { Cut: 0.01, DuplicateRow: 0.02 }, rules: [{ fault: "Silence", row: 500 }] }
 * Sandbox.liveLayer({ live: { faults } })
 * ```
 *
 * Whether a frame gets a drawn fault depends on the seed, its path, the number of the connection at this path and the
 * number of the frame: not on the time, or on other connections. A failure can be replayed with its seed.
 *
 * @module
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { draw } from "./internal/draw.js"
import * as LiveFault from "./LiveFault.js"

/** Probabilities of faults, from 0 to 1. */
export type Probabilities = { readonly [Name in LiveFault.Name]?: number | undefined }

/** A fault of a certain frame. What is absent is not asked for. */
export interface Rule {
  /** Kind of fault. */
  readonly fault: LiveFault.Name
  /** Path of the connection: `/stocks`. */
  readonly path?: string | undefined
  /** Number of the connection at its path, from 1. */
  readonly connection?: number | undefined
  /** Number of a row of the connection, from 1: the frame that has it gets the fault. */
  readonly row?: number | undefined
}

/** Faults and their probabilities. */
export interface Options {
  /** Seed of the drawn faults. Default: that of the sandbox's data. */
  readonly seed?: number | undefined
  /**
   * Probability of each drawn fault for a frame that it can happen to, from 0 to 1; together at most 1. Default: none.
   */
  readonly faults?: Probabilities | undefined
  /** Faults of certain frames. The first matching rule decides, once for each connection. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** Delay of `Slow` and `LateAck`. Default 1 second. */
  readonly latency?: Duration.DurationInput | undefined
  /**
   * Maximum number of consecutive drawn faults at a path without a frame of rows in between: the next frame is spared.
   * Default 3.
   */
  readonly inRow?: number | undefined
}

/** A fault that was applied. */
export interface Met {
  /** Kind of fault. */
  readonly fault: LiveFault.Name
  /** Path of the connection. */
  readonly path: string
  /** Number of the connection at its path, from 1. */
  readonly connection: number
  /** Number of the frame of the connection, from 1. */
  readonly frame: number
}

/** Judges the frames of a connection: what is done in place of sending one, `undefined` to send it. */
export type Judge = (kind: LiveFault.FrameKind, frame: string) => ReadonlyArray<LiveFault.FrameStep> | undefined

/** Places and draws the faults of frames, and records them. */
export interface Service {
  /** Begins a connection to a path. */
  readonly connect: (path: string) => Judge
  /** Applied faults, in their order. */
  readonly met: Effect.Effect<ReadonlyArray<Met>>
}

/** The texts of the items of an array of objects in JSON. */
const itemsOf = (frame: string): ReadonlyArray<string> =>
  (JSON.parse(frame) as ReadonlyArray<unknown>).map((item) => JSON.stringify(item))

/** Whether each probability is at least 0, and their sum at most 1. */
const arePossible = (faults: Probabilities): boolean => {
  const shares = Object.values(faults).filter((share) => share !== undefined)
  return shares.every((share) => share >= 0) && shares.reduce((sum, share) => sum + share, 0) <= 1 + 1e-9
}

/** Places and draws faults. Negative probabilities, or a sum above 1, are a defect. */
export const make = ({ faults = {}, inRow = 3, rules = [], seed = 1 }: Options): Effect.Effect<Service> =>
  Effect.suspend(() => {
    if (!arePossible(faults)) {
      return Effect.dieMessage("LiveFaults.make: each probability must be at least 0, and all together at most 1")
    }
    const connections = new Map<string, number>()
    const consecutive = new Map<string, number>()
    const record: Array<Met> = []

    const connect = (path: string): Judge => {
      const connection = (connections.get(path) ?? 0) + 1
      connections.set(path, connection)
      const used = new Set<Rule>()
      let [frames, rows] = [0, 0]

      const drawn = (kind: LiveFault.FrameKind) => {
        if ((consecutive.get(path) ?? 0) >= inRow) return undefined
        let share = draw(seed, path, connection, frames)
        return LiveFault.names.find((name) => LiveFault.kinds[name].on === kind && (share -= faults[name] ?? 0) < 0)
      }

      return (kind, frame) => {
        frames++
        const items = itemsOf(frame)
        const before = rows
        if (kind === "rows") rows += items.length
        const placed = rules.find(
          (rule) =>
            LiveFault.kinds[rule.fault].on === kind &&
            !used.has(rule) &&
            path === (rule.path ?? path) &&
            connection === (rule.connection ?? connection) &&
            (rule.row === undefined || (rule.row > before && rule.row <= rows)),
        )
        if (placed !== undefined) used.add(placed)
        const fault = placed?.fault ?? drawn(kind)
        const number = frames
        const steps =
          fault &&
          LiveFault.kinds[fault].strike({ frame, items, draw: (label) => draw(seed, path, connection, number, label) })
        if (fault === undefined || steps === undefined) {
          if (kind === "rows") consecutive.set(path, 0)
          return undefined
        }
        if (placed === undefined) consecutive.set(path, (consecutive.get(path) ?? 0) + 1)
        record.push({ fault, path, connection, frame: number })
        return steps
      }
    }

    return Effect.succeed({ connect, met: Effect.sync(() => [...record]) })
  })
