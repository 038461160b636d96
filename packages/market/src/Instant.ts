/**
 * Instants of rows as Effect `DateTime`s. The schema of every row with an instant has `dateTime`:
 *
 * ```ts
 * Bar.dateTime(bar)
 * LastTrade.dateTime(trade, "participant_timestamp")
 * ```
 *
 * @module
 */
import * as DateTime from "effect/DateTime"

/** A nanosecond field below 1e15 holds epoch milliseconds: as nanoseconds it would lie before 1970-01-13. */
const toMillis = (value: bigint): number => Number(value / 10n ** 15n === 0n ? value : value / 1_000_000n)

/** Reader of a row's instants: `First` is the main field, `Others` are the other fields. */
export interface Reader<Row, First extends keyof Row, Others extends keyof Row = never> {
  /** Fields with instants, the main one first. */
  readonly instants: ReadonlyArray<First | Others>
  /**
   * Returns an instant of a row as an Effect `DateTime`, cut to the millisecond: the main one, or that of the named
   * field. `undefined` if the row lacks it. A value of 0, which the service sends if it has no data, is 1970.
   */
  readonly dateTime: <K extends First | Others = First>(
    row: Row,
    field?: K,
  ) => DateTime.Utc | Extract<Row[K], undefined>
}

/**
 * Adds `dateTime` to the schema of a row, which reads its instants: epoch milliseconds, epoch nanoseconds
 * (a `bigint`) or RFC 3339 text. Name every field whose unit is an instant, the main one first.
 */
export const readable = <S extends object, const Names extends readonly [string, ...ReadonlyArray<string>]>(
  schema: S,
  ...instants: Names
): S & {
  /** Fields with instants. */
  readonly instants: ReadonlyArray<Names[number]>
  /** Returns an instant of a row; {@link Reader} types its fields. */
  readonly dateTime: (row: object, field?: string) => never
} =>
  Object.assign(schema, {
    instants,
    dateTime: (row: object, field: string = instants[0]) => {
      const instant = row[field as never] as number | bigint | string | undefined
      return instant === undefined || instant === ""
        ? (undefined as never)
        : (DateTime.unsafeMake(typeof instant === "bigint" ? toMillis(instant) : instant) as never)
    },
  })
