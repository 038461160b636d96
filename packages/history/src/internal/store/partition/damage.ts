/**
 * Damaged files of a folder.
 *
 * @module
 */
import { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../../StoreError.js"
import * as Checked from "../commit/checked.js"
import * as Durable from "../commit/durable.js"
import * as Intervals from "../layout/intervals.js"
import * as Manifest from "../layout/manifest.js"
import type { Metadata, Place } from "../commit/place.js"
import { periodOf } from "../layout/source.js"
import type * as Store from "../model/store.js"

/** Problem of a file: it is lost, or its size, its bytes or its number of rows differ from its entry. */
export type Problem = "lost" | "size" | "digest" | "rows"

/** Checks a file against its entry: presence and size, with `digest` also the bytes and the number of rows. */
export const of = (
  { format }: Place,
  { folder, info: infoOf }: Metadata,
  entry: Manifest.Entry,
  check: "size" | "digest",
): Effect.Effect<Problem | undefined, StoreError> =>
  Effect.gen(function* () {
    const info = yield* infoOf(entry.file)
    if (info === undefined) return "lost"
    if (info.bytes !== entry.bytes) return "size"
    if (check === "size") return undefined
    const bytes = yield* folder.read(entry.file)
    if (bytes === undefined) return "lost"
    const digest = yield* Durable.digest(bytes)
    // protects: A file with other bytes is found by verify.
    // mutant: "with other bytes is found by verify": digest !== entry.sha256 → digest.length !== entry.sha256.length
    if (digest !== entry.sha256) return "digest"
    // Uncountable rows are a problem even if the digest matches.
    const rows = yield* Effect.orElseSucceed(
      Effect.provideService(format.count(entry.file), FileSystem, Checked.ofBytes(bytes)),
      () => -1,
    )
    // protects: A file with another number of rows than its manifest says is damaged.
    // mutant: "with another number of rows than its manifest says": === entry.rows → >= 0
    return rows === entry.rows ? undefined : "rows"
  })

/** Names of damaged files, by their periods. */
export type Damaged = Readonly<Record<string, string>>

/** Returns the names of the files among damages, by their periods. */
export const damagedOf = (damages: ReadonlyArray<Store.Damage>): Damaged =>
  Object.fromEntries(damages.flatMap(({ file, period }) => (period === undefined ? [] : [[period, file]])))

/** Removes damaged files and the time of their periods from a manifest. Files replaced since are left. */
export const forget = (self: Manifest.Manifest, damaged: Damaged): Manifest.Manifest =>
  Object.entries(damaged).reduce((manifest, [name, file]) => {
    if (manifest.files[name]?.file !== file) return manifest
    const period = periodOf(manifest.market, name)
    const intervals = period ? Intervals.difference(manifest.intervals, [[period.from, period.to]]) : manifest.intervals
    return { ...Manifest.withFile(manifest, name, undefined), intervals }
  }, self)
