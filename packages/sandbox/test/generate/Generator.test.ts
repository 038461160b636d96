import * as Field from "@candela/core/declare/Field"
import * as Generator from "@candela/sandbox/generate/Generator"
import { all } from "@candela/sandbox/dataset/all"
import * as random from "@candela/sandbox/numbers/random"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { Store } from "@candela/sandbox/store/Store"
import * as Table from "@candela/sandbox/store/Table"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const shared = Table.of("shared", { row: Field.struct({ text: Field.required(Schema.String) }), key: ["text"] })

const generator = (name: string, ...needs: ReadonlyArray<Generator.Generator>): Generator.Generator => ({
  name,
  tables: [shared],
  needs,
  write: ({ statements }) => shared.append(statements, [{ text: name }]),
})

const a = generator("a")
const b = generator("b", a)
const c = generator("c", b, a)
const d = generator("d", a)

describe("generators", () => {
  it("run once each, after those that they need, also those that are not listed", () => {
    for (const listed of [
      [a, b, c, d],
      [d, c, b, a],
      [c, d],
    ]) {
      const ordered = Generator.ordered(listed)
      assert.sameMembers([...ordered], [a, b, c, d])
      ordered.forEach(({ needs }, index) => assert.includeMembers(ordered.slice(0, index), [...needs]))
    }
  })

  it.scoped("may share a table, which is created once, and read what the needed ones have written", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const counted = Table.of("counted", { row: Field.struct({ rows: Field.required(Schema.Int) }), key: ["rows"] })
      const counter: Generator.Generator = {
        name: "counter",
        tables: [counted],
        needs: [c, d],
        write: ({ statements }) =>
          Effect.flatMap(
            statements.query<{ readonly rows: number }>("SELECT count(*)::DOUBLE AS rows FROM shared"),
            (rows) => counted.append(statements, rows),
          ),
      }
      const { extent, now } = { extent: Dataset.extents.small, now: Dataset.defaultNow }
      const chance = (key: string, index: number) => random.make(1, key, index)
      yield* Generator.run([counter], { seed: 1, now, today: "2025-06-30", extent, statements: store, random: chance })
      assert.deepStrictEqual(yield* store.query("SELECT text FROM shared ORDER BY text"), [
        { text: "a" },
        { text: "b" },
        { text: "c" },
        { text: "d" },
      ])
      assert.deepStrictEqual(yield* store.query(`SELECT ${counted.select} FROM counted`), [{ rows: 4 }])
    }),
  )

  it.scoped("tell how much is done, by their weights and by what each of them has written", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const light: Generator.Generator = { name: "light", tables: [], needs: [], write: () => Effect.void }
      const heavy: Generator.Generator = {
        ...light,
        needs: [light],
        weight: 3,
        // Two steps of the same hundredth are told once.
        write: ({ advance }) => Effect.forEach([0.25, 0.5, 0.501, 0.75], advance, { discard: true }),
      }
      const { extent, now } = { extent: Dataset.extents.small, now: Dataset.defaultNow }
      const chance = (key: string, index: number) => random.make(1, key, index)
      const world = { seed: 1, now, today: "2025-06-30", extent, statements: store, random: chance }
      const shares: Array<number> = []
      yield* Generator.run([heavy], world, (share) => Effect.sync(() => void shares.push(share)))
      assert.deepStrictEqual(shares, [0, 0.25, 0.43, 0.62, 0.81, 1])
    }),
  )

  it("of the sandbox have a name and tables of their own names", () => {
    const names = all.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
    const tables = Generator.tablesOf(all).map(({ name }) => name)
    assert.strictEqual(new Set(tables).size, tables.length)
  })
})
