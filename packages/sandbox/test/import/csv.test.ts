import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { CsvProblem, makeReader } from "../../src/import/csv.js"
import { assertForAll } from "../forAll.js"
import { runs } from "@candela/support/seeded"

const read = (pieces: ReadonlyArray<string>) => {
  const reader = makeReader()
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
}

const problem = (text: string) => {
  try {
    read([text])
  } catch (error) {
    if (error instanceof CsvProblem) return error
  }
  return assert.fail("no problem was found")
}

const fields = (text: string) => read([text]).map((record) => record.fields)

describe("CSV", () => {
  it("splits lines at commas, with either line break, with and without the last one", () => {
    for (const text of ["a,b\n1,\n,2\n", "a,b\r\n1,\r\n,2\r\n", "a,b\n1,\n,2"]) {
      assert.deepStrictEqual(fields(text), [
        ["a", "b"],
        ["1", ""],
        ["", "2"],
      ])
    }
  })

  it("reads quoted values: commas, line breaks and doubled quotes are text", () => {
    assert.deepStrictEqual(fields('"a,1","say ""x""","two\r\nlines",""\n""\n'), [
      ["a,1", 'say "x"', "two\r\nlines", ""],
      [""],
    ])
  })

  it("leaves a quote inside a plain value as it is", () => {
    assert.deepStrictEqual(fields('5" pipe,1\n'), [['5" pipe', "1"]])
  })

  it("leaves blank lines out, and counts lines as a spreadsheet does", () => {
    assert.deepStrictEqual(read(['a\n\n1\r\n\r\n"x\ny"\n2']), [
      { line: 1, fields: ["a"] },
      { line: 3, fields: ["1"] },
      { line: 5, fields: ["x\ny"] },
      { line: 7, fields: ["2"] },
    ])
    assert.deepStrictEqual(read([""]), [])
  })

  it("names the line of a quote that is never closed, and of text after a closing one", () => {
    assert.deepInclude(problem('a,b\n1,2\n3,"4\n5,6\n'), { line: 3, detail: "a quote is opened and never closed" })
    assert.deepInclude(problem('a,b\n"1"2,3\n'), { line: 2, detail: "text follows a closing quote" })
  })

  it("gives up on a value of a million characters instead of keeping the file", () => {
    const reader = makeReader()
    assert.throws(() => {
      for (let piece = 0; piece < 20; piece++) reader.push(`"${"x,\n".repeat(30_000)}`.slice(piece === 0 ? 0 : 1))
    }, "line 1: a value is longer than a million characters")
  })

  const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é", "1") })
  const record = fc.array(field, { minLength: 1, maxLength: 4 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const written = (text: string) => (/^"|[,\n\r]/.test(text) || text === "" ? quoted(text) : text)

  it("what is written is read again, however the text is cut into pieces", () =>
    assertForAll(
      fc.tuple(
        fc.array(record, { maxLength: 6 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.array(fc.nat(60), { maxLength: 8 }),
      ),
      ([records, lineBreak, last, cuts]) => {
        const text = records.map((fields) => fields.map(written).join(",")).join(lineBreak) + (last ? lineBreak : "")
        const edges = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
        const pieces = edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
        assert.deepStrictEqual(
          read(pieces).map(({ fields }) => fields),
          records,
        )
      },
      { seed: 1, numRuns: runs(1000) },
    ))
})
