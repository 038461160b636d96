/** DuckDB, loaded on first use. */
import type * as duckdb from "@duckdb/node-api"
import * as Effect from "effect/Effect"
import { SqlError } from "../../SqlError.js"

/** The module `@duckdb/node-api`. */
export type DuckDB = typeof duckdb

const isMissing = (error: unknown) =>
  error instanceof Error && /^(ERR_)?MODULE_NOT_FOUND$/.test((error as { readonly code?: string }).code ?? "")

/** The package is CommonJS: a bundler may expose its exports only under `default`. */
const imported = async (): Promise<DuckDB> => {
  const module = (await import("@duckdb/node-api")) as unknown as DuckDB | { readonly default: DuckDB }
  return "DuckDBInstance" in module ? module : module.default
}

/** Loads DuckDB. `module` replaces the import in tests. */
export const load = (module: () => Promise<DuckDB> = imported): Effect.Effect<DuckDB, SqlError> =>
  Effect.tryPromise({
    try: module,
    catch: (error) =>
      new SqlError({
        reason: "library",
        detail: isMissing(error)
          ? "SQL over a store needs the package @duckdb/node-api, which is not installed. Install it beside @candela/history: npm install @duckdb/node-api"
          : `SQL over a store needs the package @duckdb/node-api, which could not be loaded: ${String(error)}`,
      }),
  })
