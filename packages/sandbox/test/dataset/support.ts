/** Making data sets for tests, and comparing them. */
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { all } from "@candela/sandbox/dataset/all"
import * as Generator from "@candela/sandbox/generate/Generator"
import type { Store } from "@candela/sandbox/store/Store"
import * as Splits from "@candela/sandbox/subjects/splits/Splits"
import * as StockBars from "@candela/sandbox/subjects/stocks/StockBars"
import * as Tickers from "@candela/sandbox/subjects/tickers/Tickers"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-dataset-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

/** What the tests of stocks' bars need: the other generators have tests of their own. */
export const ofStockBars = [Tickers.generator, Splits.generator, StockBars.generator]

export const opened = (name: Dataset.Name, options: Omit<Dataset.Options, "directory"> = {}) =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    return yield* Dataset.open(yield* Dataset.make(name, { ...options, directory }), options)
  })

export const one = <A extends object>(store: Store.Service, sql: string) =>
  Effect.map(store.query<A>(sql), ([row]) => row!)

/** A hash of all rows of the tables of generators. */
export const contents = (store: Store.Service, generators: ReadonlyArray<Generator.Generator> = all) =>
  Effect.map(
    Effect.forEach(Generator.tablesOf(generators), ({ key, name }) =>
      store.text(`SELECT to_json(rows) FROM ${name} AS rows ORDER BY ${key.join(", ")}`),
    ),
    (tables) => createHash("sha256").update(tables.join("\n")).digest("hex"),
  )

/** The stocks that traded within the data set. */
export const tradedStocks = "market IN ('stocks', 'otc') AND coalesce(delisted_date > '2023-07-03', true)"

/** Currency pairs have a prefix and laws of their own: see Pairs.test.ts. */
export const ofStocks = "ticker NOT LIKE '_:%'"
