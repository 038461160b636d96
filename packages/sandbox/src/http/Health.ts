/**
 * `GET /health`: whether the sandbox is ready, and what it serves.
 *
 * @module
 */
import { Effect } from "effect"
import type * as Dataset from "../dataset/Dataset.js"
import { all } from "../dataset/all.js"
import { tablesOf } from "../generate/Generator.js"
import { quote } from "../store/Table.js"
import type { OpenRoute } from "./OpenRoute.js"
import { Store } from "../store/Store.js"
import { version } from "../Package.js"

/** JSON document of `/health`. */
export interface Health {
  /** Always `ready`: the sandbox listens when its data are there. */
  readonly status: "ready"
  /** The version of the sandbox. */
  readonly version: string
  /** The data set. Its prices and volumes are synthetic. */
  readonly dataset: Dataset.Info["name"]
  /** Seed of the data set. */
  readonly seed: number
  /** The sandbox's present, an ISO 8601 instant in UTC: `2025-06-30T20:00:00.000Z`. */
  readonly now: string
  /**
   * `fixed` when that present stands still, `running` when it moves towards the end of the data,
   * `wall` when it is the time of the machine.
   */
  readonly clock: "fixed" | "running" | "wall"
  /** Tickers with imported bars, in the order of the imports. They are not synthetic. */
  readonly imported: ReadonlyArray<string>
  /** Number of rows of each table, by name in alphabetical order. */
  readonly tables: Readonly<Record<string, number>>
}

/** Number of rows of each table, by name in alphabetical order. */
const rowsByTable: Store.Load<Readonly<Record<string, number>>> = ({ query }) => {
  const counts = tablesOf(all).map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::DOUBLE AS rows FROM ${quote(name)}`,
  )
  return Effect.map(
    query<{ readonly name: string; readonly rows: number }>(`${counts.join(" UNION ALL ")} ORDER BY name`),
    (tables) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  )
}

/** Route of `/health`. Tables are counted on the first request. */
export const route = (
  serves: Pick<Health, "dataset" | "seed" | "clock" | "imported"> & {
    /** The sandbox's present, in epoch milliseconds. */
    readonly now: Effect.Effect<number>
  },
): OpenRoute<Store> => {
  const { clock, dataset, imported, seed } = serves
  const fixed = { status: "ready", version: version(), dataset, seed } as const
  return {
    path: "/health",
    answer: () =>
      Effect.gen(function* () {
        const now = new Date(yield* serves.now).toISOString()
        const tables = yield* Effect.flatMap(Store, ({ remember }) => remember(rowsByTable))
        const health: Health = { ...fixed, now, clock, imported, tables }
        return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(health) }
      }),
  }
}
