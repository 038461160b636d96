/**
 * The contract of list endpoints: what a table holds, filtered and sorted naively, is what every page and stream gives.
 */
import type { Page } from "@candela/core/Envelope"
import type * as Method from "@candela/core/Method"
import type * as Table from "@candela/sandbox/Table"
import { Store } from "@candela/sandbox/Store"
import { assert } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"

/** A column and the direction in which rows are sorted by it. */
export type Ordering<Row> = ReadonlyArray<readonly [column: keyof Row & string, direction: "asc" | "desc"]>

/** A list endpoint's method, and the rows that it gives pages of. */
export interface List<Request, Row> {
  readonly method: Method.Paged<Request, Row, Page<Row>>
  /** All that a request without filters gives, in any order. */
  readonly rows: ReadonlyArray<Row>
  /** The columns that make a row unique: they break ties, in the direction of the last column. */
  readonly key: ReadonlyArray<keyof Row & string>
  /** How rows are sorted unless a request says otherwise. */
  readonly order: Ordering<Row>
  /** The largest page. */
  readonly max: number
}

/** All rows of a table. */
export const rowsOf = <Row extends object, H extends Table.Hidden>(table: Table.Table<Row, H>) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(store.query(`SELECT ${table.select} FROM ${table.name}`), (rows) => rows.map(table.read)),
  )

/** Texts by code units, numbers by size; an absent value comes last in either direction. */
const compare = (one: unknown, other: unknown, direction: "asc" | "desc"): number => {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1
  return (one as string) < (other as string) === (direction === "asc") ? -1 : 1
}

const sorted = <Request, Row>({ key }: List<Request, Row>, rows: ReadonlyArray<Row>, ordering: Ordering<Row>) => {
  const [, direction] = ordering.at(-1)!
  const columns = [...ordering, ...key.map((column) => [column, direction] as const)]
  return [...rows].sort((one, other) => {
    for (const [column, direction] of columns) {
      const order = compare(one[column], other[column], direction)
      if (order !== 0) return order
    }
    return 0
  })
}

/** Asserts that each request gives the rows that its predicate keeps: some of them, not all. */
export const assertFilters = <Request extends object, Row>(
  list: List<Request, Row>,
  cases: ReadonlyArray<readonly [request: Request, keeps: (row: Row) => boolean]>,
) =>
  Effect.forEach(
    cases,
    ([request, keeps]) =>
      Effect.gen(function* () {
        const asked = JSON.stringify(request)
        const kept = sorted(list, list.rows.filter(keeps), list.order)
        assert.isTrue(kept.length > 0 && kept.length < list.rows.length, `${asked} keeps ${kept.length} rows`)
        const { next_url, results } = yield* list.method({ ...request, limit: list.max })
        assert.deepStrictEqual(results, kept, asked)
        assert.isUndefined(next_url)
      }),
    { discard: true },
  )

/** Asserts that each `sort` gives all rows in its order. */
export const assertOrders = <Request extends object, Row>(
  list: List<Request, Row>,
  cases: ReadonlyArray<readonly [request: Request, ordering: Ordering<Row>]>,
) =>
  Effect.forEach(
    cases,
    ([request, ordering]) =>
      Effect.gen(function* () {
        const { results } = yield* list.method({ ...request, limit: list.max })
        assert.deepStrictEqual(results, sorted(list, list.rows, ordering), JSON.stringify(request))
      }),
    { discard: true },
  )

/** Asserts that pages of each size give the rows that one large page gives, and so does the stream. */
export const assertPages = <Request extends object, Row>(
  { max, method }: List<Request, Row>,
  request: Request,
  sizes: ReadonlyArray<number>,
) =>
  Effect.gen(function* () {
    const all = (yield* method({ ...request, limit: max })).results
    for (const size of sizes) {
      const pages = yield* Stream.runCollect(method.pages({ ...request, limit: size }))
      const full = Math.ceil(all.length / size)
      assert.deepStrictEqual(
        Array.from(pages, ({ results }) => results.length),
        Array.from({ length: full }, (_, index) => Math.min(size, all.length - index * size)),
      )
      assert.deepStrictEqual(
        Array.from(pages).flatMap(({ results }) => results),
        all,
      )
      assert.deepStrictEqual(
        Array.from(pages, ({ next_url }) => next_url !== undefined),
        Array.from({ length: full }, (_, index) => index < full - 1),
      )
      const stream = yield* Stream.runCollect(method.stream(request, { pageSize: size }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(stream), all)
    }
  })
