import { Either } from "effect"
import { optionals, prices } from "./checks.js"

/** Columns of a file: our names to those of the file. Missing optional columns have no entry. */
export type Mapping = Readonly<Record<string, string>>

/** Fault of a file's columns. */
export interface ColumnProblem {
  readonly column: string
  readonly detail: string
}

/** Mapped columns, and the file's other columns. */
export interface MappedColumns {
  readonly mapping: Mapping
  readonly unmapped: ReadonlyArray<string>
}

/**
 * Finds our columns in a file. A named column is matched exactly; any other by our name in any
 * letter case (exactly when several differ in nothing else).
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
