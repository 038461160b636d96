import { Effect } from "effect"
import { all } from "./all.js"
import { tablesOf } from "../generate/Generator.js"
import type { Store } from "../store/Store.js"
import { quote } from "../store/Table.js"

/** How many rows each table holds, by its name in alphabetical order. */
export const rowsByTable: Store.Load<Readonly<Record<string, number>>> = ({ query }) => {
  const counts = tablesOf(all).map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::DOUBLE AS rows FROM ${quote(name)}`,
  )
  return Effect.map(
    query<{ readonly name: string; readonly rows: number }>(`${counts.join(" UNION ALL ")} ORDER BY name`),
    (tables) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  )
}
