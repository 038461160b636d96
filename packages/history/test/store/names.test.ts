import { timespans } from "@candela/market/Timespan"
import type { Zone } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import * as names from "../../src/internal/store/layout/names.js"
import { seeded } from "@candela/support/seeded"

const encode = (value: string) => Either.getOrThrow(names.encode(value))

/** Any text that is a name, often of characters that some file system or engine dislikes. */
const value = FastCheck.string({
  minLength: 1,
  maxLength: 60,
  unit: FastCheck.oneof(
    FastCheck.constantFrom(..."aA.%=/\\:*'!()~ nN\"<>|?#[]{}^&+,;$@`_-"),
    FastCheck.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  ),
})

const odd = ["123", "NULL", "null", "Null", "2024-01-01", "INF", "TRUE", "X:BTCUSD", "BRK.B", "aapl", "AAPL", ".", ".."]

describe("partition values", () => {
  it.prop(
    "are read back as they were",
    { value: FastCheck.oneof(value, FastCheck.constantFrom(...odd)) },
    ({ value }) => {
      assert.strictEqual(names.decode(encode(value)), value)
    },
    seeded,
  )

  it.prop(
    "differ where the values do, upper and lower case being the same",
    { a: value, b: value },
    ({ a, b }) => {
      for (const other of [b, a.toLowerCase(), a.toUpperCase(), `${a}.`])
        assert.strictEqual(encode(a).toLowerCase() === encode(other).toLowerCase(), a === other)
    },
    seeded,
  )

  it.prop(
    "are names on Windows",
    { value },
    ({ value }) => {
      const name = encode(value)
      // oxlint-disable-next-line no-control-regex -- the characters that Windows refuses
      assert.notMatch(name, /[<>:"/\\|?*\x00-\x1f]/)
      assert.notMatch(name, /[. ]$/)
      assert.isAtMost(`ticker=${name}`.length, 255)
    },
    seeded,
  )

  it.prop(
    "that no encoding gives are no values",
    { name: value },
    ({ name }) => {
      const decoded = names.decode(name)
      if (decoded !== undefined) assert.strictEqual(encode(decoded), name)
    },
    seeded,
  )

  it("are spelled like this", () => {
    assert.deepStrictEqual(
      ["AAPL", "BRK.B", "X:BTCUSD", "O:AAPL250703C00170000", "aapl", "NULL", "NULLS", "A b/c%d", "A.", "123"].map(
        encode,
      ),
      [
        "AAPL",
        "BRK.B",
        "X%3ABTCUSD",
        "O%3AAAPL250703C00170000",
        "%61%61%70%6C",
        "%4EULL",
        "NULLS",
        "A%20%62%2F%63%25%64",
        "A%2E",
        "123",
      ],
    )
  })

  it("refuse what engines do not read back", () => {
    const refused = ["", "É", "A\n", "\u0000", "😀", "__HIVE_DEFAULT_PARTITION__", "a".repeat(67)]
    for (const value of refused) {
      const error = Either.getOrThrow(Either.flip(names.encode(value)))
      assert.strictEqual(error._tag, "NameError")
      assert.strictEqual(error.value, value)
      assert.include(error.message, JSON.stringify(value))
    }
  })

  it("belong to their key", () => {
    assert.strictEqual(Either.getOrThrow(names.partition("ticker", "a=b")), "ticker=%61%3D%62")
    assert.strictEqual(names.valueOf("ticker", "ticker=%61%3D%62"), "a=b")
    for (const folder of ["market=AAPL", "ticker", "ticker=", "ticker=aapl", "ticker=%3a", "ticker=%41", "ticker=NULL"])
      assert.isUndefined(names.valueOf("ticker", folder))
  })
})

describe("timespans", () => {
  it.prop(
    "are read back",
    { multiplier: FastCheck.integer({ min: 1 }), timespan: FastCheck.constantFrom(...timespans) },
    (span) => assert.deepStrictEqual(names.timespanOf(names.timespan(span)), span),
    seeded,
  )

  it("refuse other text", () => {
    for (const text of ["", "minute", "0minute", "01minute", "1minutes", "1fortnight", "-1day", `${"9".repeat(20)}day`])
      assert.isUndefined(names.timespanOf(text))
  })
})

const zone = FastCheck.constantFrom<Zone>("UTC", "America/New_York", "America/Chicago")
const kind = FastCheck.constantFrom<names.PeriodKind>("day", "month", "year")
const instant = FastCheck.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2100, 0) })

describe("periods", () => {
  it.prop(
    "hold the instants that they are named by",
    { kind, zone, instant },
    ({ instant, kind, zone }) => {
      const name = names.period(kind, zone, instant)
      const { from, to } = names.instantsOf(name, zone)!
      assert.isAtMost(from, instant)
      assert.isAbove(to, instant)
      assert.notStrictEqual(names.period(kind, zone, from - 1), name)
      assert.notStrictEqual(names.period(kind, zone, to), name)
    },
    seeded,
  )

  it.prop(
    "between two instants follow each other without a gap",
    { kind, zone, from: instant, days: FastCheck.integer({ min: 0, max: 400 }) },
    ({ days, from, kind, zone }) => {
      const to = from + days * 86_400_000
      const periods = names.periodsBetween(kind, zone, from, to)
      const instants = periods.map((name) => names.instantsOf(name, zone)!)
      if (days === 0) return assert.deepStrictEqual(periods, [])
      assert.isAtMost(instants[0]!.from, from)
      assert.isAtLeast(instants.at(-1)!.to, to)
      assert.isBelow(instants.at(-1)!.from, to)
      for (const [index, { from }] of instants.slice(1).entries()) assert.strictEqual(from, instants[index]!.to)
    },
    seeded,
  )

  it("are those of the market's days", () => {
    // 19:30 in New York on the last day of February: after hours of a day of that month.
    const afterHours = Date.parse("2024-03-01T00:30:00Z")
    assert.strictEqual(names.period("month", "America/New_York", afterHours), "2024-02")
    assert.strictEqual(names.period("month", "UTC", afterHours), "2024-03")
    assert.deepStrictEqual(names.instantsOf("2024-03", "America/New_York"), {
      from: Date.parse("2024-03-01T05:00:00Z"),
      to: Date.parse("2024-04-01T04:00:00Z"),
    })
  })

  it("refuse other text", () => {
    for (const name of ["", "all", "24", "2024-3", "2024-13", "2024-02-30", "2024-03-05T", "20240305", "2024/03"])
      assert.isUndefined(names.instantsOf(name, "UTC"))
  })

  it("are months of clock time and years of days", () => {
    assert.deepStrictEqual(timespans.map(names.periodOfBars), [
      "month",
      "month",
      "month",
      "year",
      "year",
      "year",
      "year",
      "year",
    ])
  })
})
