import { assert, describe, it } from "@effect/vitest"
import { hoverOf } from "@candela/support/hover"

const program = `
import { Effect, Stream } from "effect"

/** Trades of a day. */
export const trades = Stream.make(1, 2)
export const total = Stream.runSum(trades)
export const program = Effect.map(total, String)
`

describe("hoverOf", () => {
  it("shows a value as an editor does, with its doc comment", () => {
    assert.deepStrictEqual(hoverOf(program, "trades = "), {
      signature: "const trades: Stream.Stream<number, never, never>",
      documentation: "Trades of a day.",
    })
    assert.strictEqual(hoverOf(program, "total = ").signature, "const total: Effect.Effect<number, never, never>")
  })

  it("refuses a program that does not compile, and says why", () => {
    assert.throws(
      () => hoverOf('export const a: number = "b"', "a:"),
      /does not compile[^]*Type 'string' is not assignable/,
    )
    assert.throws(() => hoverOf('import { a } from "@candela/absent"\nexport const b = a', "b ="), /Cannot find module/)
  })

  it("refuses a marker that is absent or ambiguous", () => {
    assert.throws(() => hoverOf(program, "nowhere"), /exactly once/)
    assert.throws(() => hoverOf(program, "total"), /exactly once/)
  })
})
