import { assert, describe, it } from "@effect/vitest"
import { named, unfit } from "./licences.mjs"

const line = "-".repeat(80)
const notices = (...entries) => entries.map((entry) => `${entry}\n`).join(`\n${line}\n\n`)

describe("the licences of what bundles hold", () => {
  it("are read from the notices, with whether the text is there", () => {
    const text = notices("effect 3.22.4 (MIT)\n\nMIT License\n\nCopyright", "@a/b 1.0.0-rc.1 (ISC)\n\nLicense: ISC")
    assert.deepStrictEqual(named(text), [
      { name: "effect", version: "3.22.4", licence: "MIT", hasText: true },
      { name: "@a/b", version: "1.0.0-rc.1", licence: "ISC", hasText: false },
    ])
  })

  it("must be permitted, one of a choice, all of a list", () => {
    const of = (licence) => unfit(notices(`x 1.0.0 (${licence})\n\nText`))
    for (const licence of ["MIT", "(MIT OR GPL-3.0)", "MIT AND ISC"]) assert.deepStrictEqual(of(licence), [])
    for (const licence of ["GPL-3.0", "MIT AND GPL-3.0", "undefined"]) {
      assert.deepStrictEqual(of(licence), [
        `x 1.0.0 has the licence ${licence}, which is not on the list of permitted ones`,
      ])
    }
  })

  it("are not missing", () => {
    assert.deepStrictEqual(unfit(""), ["it names no package"])
  })
})
