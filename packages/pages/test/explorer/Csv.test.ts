import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as Csv from "../../src/explorer/Csv.js"
import { runs } from "@candela/support/seeded"

/** Reads comma-separated values as RFC 4180 describes them. */
const parse = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  let cells: Array<string> = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    cells.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === "\r\n") {
      rows.push(cells)
      cells = []
    }
  }
  return rows
}

describe("Csv", () => {
  it("is read as it was written", () => {
    const cell = FastCheck.oneof(
      FastCheck.string(),
      FastCheck.constantFrom('a "b"', "a,b", "a\r\nb", "\n", '"', "", " "),
    )
    const table = FastCheck.integer({ min: 1, max: 4 }).chain((columns) =>
      FastCheck.array(FastCheck.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1 }),
    )
    FastCheck.assert(
      FastCheck.property(table, ([header = [], ...rows]) => {
        assert.deepStrictEqual(parse(Csv.lines([header, ...rows])), [header, ...rows])
      }),
      { seed: 1, numRuns: runs(300) },
    )
  })

  it("quotes only what needs it", () => {
    assert.strictEqual(
      Csv.lines([
        ["a", "b"],
        ["1", 'say "x", y'],
      ]),
      'a,b\r\n1,"say ""x"", y"\r\n',
    )
  })
})
