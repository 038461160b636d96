import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import * as Manifest from "../../src/internal/store/layout/manifest.js"
import { runs } from "@candela/support/seeded"

const entry = (period: string, first: number): Manifest.Entry => ({
  file: `${period}.0123abcd.parquet`,
  rows: 251,
  bytes: 9876,
  sha256: "0123abcd".repeat(8),
  first,
  last: first + 86_400_000 * 364,
  knownAt: "2025-06-30",
})

const manifest: Manifest.Manifest = {
  version: 1,
  dataset: "bars",
  market: "stocks",
  timespan: "1day",
  ticker: "Ünï😀",
  intervals: [
    [1_577_854_800_000, 1_640_926_800_000],
    [1_641_013_200_000, 1_672_462_800_000],
  ],
  files: { "2021": entry("2021", 1_609_736_400_000), "2020": entry("2020", 1_577_941_200_000) },
}

const text = Manifest.print(manifest)

describe("the text of a manifest", () => {
  it("reads back as it was", () => {
    assert.deepStrictEqual(Manifest.parse(text), Either.right(manifest))
  })

  it("is the same for the same contents, in whatever order they came", () => {
    const { "2020": first, "2021": second } = manifest.files
    const other = Object.fromEntries(
      Object.entries({ ...manifest, files: { "2020": first!, "2021": second! } }).reverse(),
    )
    assert.strictEqual(Manifest.print(other as unknown as Manifest.Manifest), text)
  })

  it("is refused with any other character in the place of one", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.nat(text.length - 1),
        FastCheck.oneof(FastCheck.constantFrom(...'0123456789abcdef \n,"]}'), FastCheck.fullUnicode()),
        (at, character) => {
          FastCheck.pre(character !== text[at])
          assert.isTrue(Either.isLeft(Manifest.parse(text.slice(0, at) + character + text.slice(at + 1))))
        },
      ),
      { numRuns: runs(10_000) },
    )
  })

  it("is refused without its end", () => {
    for (let end = 0; end < text.length; end++) assert.isTrue(Either.isLeft(Manifest.parse(text.slice(0, end))))
  })
})
