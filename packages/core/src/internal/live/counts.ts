/** Counts what a session reads, and updates the metrics once in a turn. */
import * as LiveTelemetry from "../../LiveTelemetry.js"
import type { Registry } from "./registry.js"

/** Shortest time between two looks at the buffers and the lag, milliseconds. */
const LOOK = 250

export interface Counts {
  readonly frame: (text: string) => void
  readonly unknown: () => void
  /** Updates the metrics. Returns whether rows have come since the last time. */
  readonly flush: (now: number) => boolean
}

export const make = (cluster: string, registry: Registry, delay: number): Counts => {
  let frames = 0
  let bytes = 0
  let unknown = 0
  let lookedAt = -Infinity
  const { update } = LiveTelemetry
  return {
    frame: ({ length }) => {
      frames++
      bytes += length
    },
    unknown: () => void unknown++,
    flush: (now) => {
      update(LiveTelemetry.frames, "cluster", cluster, frames)
      update(LiveTelemetry.bytes, "cluster", cluster, bytes)
      if (unknown > 0) update(LiveTelemetry.unknown, "cluster", cluster, unknown)
      frames = bytes = unknown = 0
      const looks = now - lookedAt >= LOOK
      if (looks) lookedAt = now
      let hasRows = false
      for (const group of registry.all()) {
        const { topic } = group
        if (group.rows > 0) {
          hasRows = true
          update(LiveTelemetry.rows, "topic", topic.name, group.rows)
          if (looks) update(LiveTelemetry.lag, "topic", topic.name, now - topic.time(group.last) - delay)
        }
        if (group.invalid > 0) update(LiveTelemetry.invalid, "topic", topic.name, group.invalid)
        group.rows = group.invalid = 0
        if (looks) update(LiveTelemetry.bufferedRows, "topic", topic.name, registry.waiting(group))
      }
      return hasRows
    },
  }
}
