import { Either } from "effect"
import { optionals, prices } from "./checks.js"

/** Which column of a file is what: our names, those of the file. What may be missing has no entry where it is. */
export type Mapping = Readonly<Record<string, string>>

/** Why a file's columns do not do. */
export interface ColumnProblem {
  readonly column: string
  readonly detail: string
}

/** The columns that were found, and those that are none of ours. */
export interface MappedColumns {
  readonly mapping: Mapping
  readonly unmapped: ReadonlyArray<string>
}

/**
 * Finds our columns in a file. A column that is named is taken by that name, to the letter; any other by ours, in any letter case (to the letter
 * where several differ in nothing else).
 */
export const mapColumns = (
  time: "date" | "timestamp",
  named: Readonly<Record<string, string | undefined>>,
  found: ReadonlyArray<string>,
): Either.Either<MappedColumns, ColumnProblem> =>
  Either.gen(function* () {
    const taken = Object.values(named)
    const free = found.filter((column) => !taken.includes(column))
    const mapping: Record<string, string> = {}
    for (const ours of [time, ...prices, ...optionals]) {
      const name = named[ours]
      const alike = free.filter((column) => column.toLowerCase() === ours)
      const exact = name === undefined ? alike.filter((column) => column === ours) : found.filter((c) => c === name)
      const candidates = name === undefined && exact.length === 0 ? alike : exact
      const [column] = candidates
      if (candidates.length > 1) {
        return yield* Either.left({ column: name ?? ours, detail: "is in the file more than once" })
      }
      if (column !== undefined) mapping[ours] = column
      else if (name !== undefined || !optionals.some((optional) => optional === ours)) {
        return yield* Either.left({
          column: name ?? ours,
          detail: `is not in the file, which has ${found.join(", ")}`,
        })
      }
    }
    const mapped = Object.values(mapping)
    return { mapping, unmapped: found.filter((column) => !mapped.includes(column)) }
  })
