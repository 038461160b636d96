/** Generators: the modules that fill the tables of a data set, one for each subject. @module */
import { Effect } from "effect"
import type { Store, StoreError } from "../store/Store.js"
import type * as Table from "../store/Table.js"
import type { Extent } from "./Extent.js"
import type { Random } from "../numbers/random.js"

/** Input of a generator besides other rows. */
export interface Setting {
  /** Seed; another one gives other rows. */
  readonly seed: number
  /** End of the data, epoch milliseconds. */
  readonly now: number
  /** The date in New York at that instant, `yyyy-mm-dd`. */
  readonly today: string
  /** Extent of the data. */
  readonly extent: Extent
  /** Random stream that depends only on the seed, a text (such as a ticker) and a number (such as a day's). */
  readonly random: (key: string, index: number) => Random
}

/** Input of a generator. Its rows depend on nothing else. */
export interface World extends Setting {
  /** Database with the rows of the generators in `needs`. */
  readonly statements: Store.Statements
  /** Tells that a share of the generator's rows is written, from 0 to 1. */
  readonly advance: (share: number) => Effect.Effect<void>
}

/** Fills the tables of one subject. */
export interface Generator {
  /** The subject: `dividends`. */
  readonly name: string
  /** Tables that it writes to. Several generators may write to one. */
  readonly tables: ReadonlyArray<Table.Any>
  /** Generators whose rows it reads; they run before it. */
  readonly needs: ReadonlyArray<Generator>
  /** How long it takes, relative to the others; for the progress alone. Default 1. */
  readonly weight?: number
  /** Writes the rows in parts, so that the event loop can run in between. */
  readonly write: (world: World) => Effect.Effect<void, StoreError>
}

/** Generator of one table whose rows do not depend on the database. */
export const ofTable = <Row extends object, H extends Table.Hidden>(
  table: Table.Table<Row, H>,
  rows: (setting: Setting) => ReadonlyArray<Table.WrittenRow<Row, H>>,
): Generator => ({
  name: table.name,
  tables: [table],
  needs: [],
  write: (world) => table.append(world.statements, rows(world)),
})

/** Returns the generators and those that they need, each once and after its needs. */
export const ordered = (generators: ReadonlyArray<Generator>): ReadonlyArray<Generator> => {
  const found = new Set<Generator>()
  const add = (generator: Generator) => {
    generator.needs.forEach(add)
    found.add(generator)
  }
  generators.forEach(add)
  return [...found]
}

/** The tables of the generators, each once. */
export const tablesOf = (generators: ReadonlyArray<Generator>): ReadonlyArray<Table.Any> => [
  ...new Set(ordered(generators).flatMap(({ tables }) => tables)),
]

/** Creates the tables of the generators in an empty database. */
export const createTables = (
  statements: Pick<Store.Statements, "run">,
  generators: ReadonlyArray<Generator>,
): Effect.Effect<void, StoreError> =>
  Effect.forEach(tablesOf(generators), ({ ddl }) => statements.run(ddl), { discard: true })

/** Called with the share of the rows that is written, from 0 to 1. */
export type OnProgress = (share: number) => Effect.Effect<void>

/** Creates and fills the tables of an empty database. Progress is told at each further hundredth. */
export const run = (
  generators: ReadonlyArray<Generator>,
  world: Omit<World, "advance">,
  onProgress: OnProgress = () => Effect.void,
): Effect.Effect<void, StoreError> =>
  Effect.suspend(() => {
    const all = ordered(generators)
    const weightOf = ({ weight = 1 }: Generator) => weight
    const total = all.reduce((sum, generator) => sum + weightOf(generator), 0)
    let told = -1
    const tell = (share: number) =>
      Effect.suspend(() => {
        const hundredths = Math.floor(share * 100)
        if (hundredths <= told) return Effect.void
        told = hundredths
        return onProgress(hundredths / 100)
      })
    let before = 0
    const write = (generator: Generator) => {
      const start = before
      const weight = weightOf(generator)
      before += weight
      const advance = (share: number) => tell((start + weight * share) / total)
      return Effect.zipRight(generator.write({ ...world, advance }), advance(1))
    }
    return Effect.zipRight(
      Effect.zipRight(tell(0), createTables(world.statements, generators)),
      Effect.forEach(all, write, { discard: true }),
    )
  })
