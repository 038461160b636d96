import * as Kind from "@candela/core/internal/Kind"
import * as Param from "@candela/core/declare/Param"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Either, FastCheck as fc, JSONSchema, Schema } from "effect"
import { seeded } from "@candela/support/seeded"

/** What a handler receives for what a caller writes. */
const read = <I, V>(param: Param.Any & Param.Param<I, V>, input: unknown): Either.Either<V, unknown> =>
  Schema.decodeUnknownEither(param.input)(input)

/** What a handler receives for a text in the URL. */
const readText = <I, V>(param: Param.Param<I, V>, text: string): Either.Either<V, unknown> =>
  Schema.decodeUnknownEither(param.wire)(text)

const write = <I, V>(param: Param.Param<I, V>, value: V): string => Schema.encodeSync(param.wire)(value)

const accepted = <I, V>(param: Param.Param<I, V>, input: I): V =>
  Either.getOrThrowWith(read(param, input), () => new Error(`refused ${String(input)}`))

/** What is written becomes a value, the value a text, and the text the same value. */
const goesRound = <I, V>(param: Param.Param<I, V>, input: I): V => {
  const value = accepted(param, input)
  assert.deepStrictEqual(Either.getOrThrow(readText(param, write(param, value))), value)
  return value
}

const refuses = (param: Param.Any, inputs: ReadonlyArray<unknown>) => {
  for (const input of inputs) assert(Either.isLeft(read(param, input)), `should be refused: ${String(input)}`)
}

const refusesText = (param: Param.Any, texts: ReadonlyArray<string>) => {
  for (const text of texts) assert(Either.isLeft(readText(param, text)), `should be refused: ${text}`)
}

const expected = ({ kind }: Param.Any) => Kind.expected(kind, "input")
const expectedText = ({ kind }: Param.Any) => Kind.expected(kind, "wire")

const utc = (text: string) => DateTime.unsafeMake(text)
const inZone = (text: string, zone: string) => DateTime.unsafeMakeZoned(text, { timeZone: zone })

/** Days of the calendar from the year 1 to 9999, as text. */
const days = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe("Param.Date", () => {
  it("takes every day of the calendar, the service's sentinels too", () => {
    for (const day of ["2024-02-29", "2000-02-29", "2023-12-31", "0001-01-01", "9999-12-31"]) {
      assert.strictEqual(goesRound(Param.Date, day), day)
    }
  })

  it("refuses what is no day, and what only looks like one", () => {
    const no = ["2024-02-30", "2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00"]
    const form = [
      "2024-1-1",
      "20240131",
      "2024/01/31",
      " 2024-01-31",
      "2024-01-31 ",
      "2024-01-31T00:00:00Z",
      "",
      "0000-01-01",
    ]
    refuses(Param.Date, [...no, ...form, 1706659200000, null, true, new Date(Number.NaN), {}, []])
    refusesText(Param.Date, [...no, ...form])
  })

  it("reads a Date and a DateTime.Utc as their UTC date, a DateTime.Zoned as its own", () => {
    const instant = "2024-03-10T02:30:00Z"
    assert.strictEqual(goesRound(Param.Date, new Date(instant)), "2024-03-10")
    assert.strictEqual(goesRound(Param.Date, utc(instant)), "2024-03-10")
    assert.strictEqual(goesRound(Param.Date, inZone(instant, "America/New_York")), "2024-03-09")
    assert.strictEqual(goesRound(Param.Date, inZone("2024-03-09T23:30:00Z", "Asia/Tokyo")), "2024-03-10")
  })

  it("refuses instants whose year the calendar cannot write", () => {
    refuses(Param.Date, [new Date(8.64e15), new Date(-8.64e15), utc("+010000-01-01T00:00:00Z")])
  })

  it.prop("keeps any day as it is", [days], ([day]) => goesRound(Param.Date, day) === day, seeded)

  it.prop(
    "knows the length of every month, for any three numbers",
    [fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 })],
    ([year, month, day]) => {
      const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
      const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      const real = day >= 1 && day <= (lengths[month - 1] ?? 0)
      assert.strictEqual(Either.isRight(read(Param.Date, text)), real, text)
    },
    seeded,
  )
})

describe("Param.DateTime", () => {
  it("takes a day, or an RFC 3339 date-time as it is written", () => {
    for (const text of [
      "2024-01-31",
      "2024-01-31T23:59:59Z",
      "2024-01-31t00:00:00z",
      "2024-01-31T09:30:00.123456789-05:00",
      "2016-12-31T23:59:60Z",
    ]) {
      assert.strictEqual(goesRound(Param.DateTime, text), text)
    }
  })

  it("reads a Date and any DateTime as the exact instant", () => {
    const instant = "2024-03-10T02:30:00.125Z"
    for (const input of [new Date(instant), utc(instant), inZone(instant, "America/New_York")]) {
      assert.strictEqual(goesRound(Param.DateTime, input), instant)
    }
  })

  it("refuses what is no date-time", () => {
    const no = [
      "2024-02-30T00:00:00Z",
      "2024-01-31T24:00:00Z",
      "2024-01-31T00:60:00Z",
      "2024-01-31T00:00:00",
      "2024-01-31 00:00:00Z",
      "2024-01-31T00:00Z",
      "2024-01-31T00:00:00+24:00",
      "2024-01-31T00:00:00.Z",
      "yesterday",
      "",
    ]
    refuses(Param.DateTime, [...no, 0, new Date(Number.NaN), new Date(8.64e15), null])
    refusesText(Param.DateTime, no)
  })
})

describe("Param.DateOrMillis", () => {
  it("takes a day, epoch milliseconds, a Date, a DateTime", () => {
    assert.strictEqual(goesRound(Param.DateOrMillis, "2024-01-31"), "2024-01-31")
    assert.strictEqual(goesRound(Param.DateOrMillis, 1706659200000), 1706659200000)
    assert.strictEqual(goesRound(Param.DateOrMillis, new Date(1706659200123)), 1706659200123)
    assert.strictEqual(goesRound(Param.DateOrMillis, utc("2024-01-31T00:00:00Z")), 1706659200000)
    assert.strictEqual(goesRound(Param.DateOrMillis, inZone("2024-01-31T00:00:00Z", "America/New_York")), 1706659200000)
    assert.strictEqual(goesRound(Param.DateOrMillis, -1), -1)
  })

  it("refuses halves of milliseconds, and what is neither", () => {
    refuses(Param.DateOrMillis, [
      1.5,
      Number.NaN,
      Infinity,
      2 ** 60,
      1n,
      "2024-02-30",
      "",
      "soon",
      null,
      new Date(Number.NaN),
    ])
    refusesText(Param.DateOrMillis, ["1.5", "1e3", "2024-02-30", "", "99999999999999999", "0x10", " 5"])
  })

  it("does not take digits for milliseconds: 20240131 is a day to whoever writes it", () => {
    refuses(Param.DateOrMillis, ["20240131", "2024"])
  })

  it.prop(
    "keeps any instant",
    [fc.oneof(fc.maxSafeInteger(), fc.date({ noInvalidDate: true }))],
    ([instant]) => {
      assert.strictEqual(goesRound(Param.DateOrMillis, instant), Number(instant) + 0)
    },
    seeded,
  )
})

describe("Param.DateOrNanos", () => {
  it("takes a day, epoch nanoseconds, a Date, a DateTime", () => {
    assert.strictEqual(goesRound(Param.DateOrNanos, "2024-01-31"), "2024-01-31")
    assert.strictEqual(goesRound(Param.DateOrNanos, 1706659200123456789n), 1706659200123456789n)
    assert.strictEqual(goesRound(Param.DateOrNanos, new Date(1706659200123)), 1706659200123000000n)
    assert.strictEqual(goesRound(Param.DateOrNanos, inZone("2024-01-31T00:00:00Z", "Asia/Tokyo")), 1706659200000000000n)
  })

  it("refuses a number, which could not hold them, and what 64 bits cannot", () => {
    const beyond = [2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n]
    refuses(Param.DateOrNanos, [1706659200000000000, ...beyond, new Date(8.64e15), "1.5", "soon", null])
    refusesText(Param.DateOrNanos, [...beyond.map(String), "1.5", "1e3", ""])
  })

  it.prop(
    "keeps any 64-bit integer",
    [fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
    ([nanos]) => goesRound(Param.DateOrNanos, nanos) === nanos,
    seeded,
  )
})

describe("an RFC 3339 date-time where an instant is taken", () => {
  const writing = fc.record({
    // The years 1678 to 2261: 64 bits hold their nanoseconds.
    nanos: fc.bigInt({ min: -9_214_560_000_000_000_000n, max: 9_214_560_000_000_000_000n }),
    offset: fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 }),
    zulu: fc.constantFrom("Z", "z"),
    t: fc.constantFrom("T", "t"),
    zeros: fc.nat(3),
  })
  type Writing = typeof writing extends fc.Arbitrary<infer W> ? W : never

  /**
   * The instant as someone writes it at an offset of so many minutes, with as many digits as it needs and some zeros.
   */
  const written = ({ nanos, offset, t, zeros, zulu }: Writing): string => {
    const second = (nanos - (((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n)) / 1_000_000_000n
    const local = new Date(Number(second) * 1000 + offset * 60_000).toISOString()
    const digits = String(nanos - second * 1_000_000_000n).padStart(9, "0") + "0".repeat(zeros)
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
      String(n).padStart(2, "0"),
    )
    const zone = offset === 0 ? zulu : `${offset < 0 ? "-" : "+"}${hours}:${minutes}`
    return `${local.slice(0, 10)}${t}${local.slice(11, 19)}.${digits}${zone}`
  }

  it.prop(
    "is that instant, at any offset, exact to the nanosecond",
    [writing],
    ([as]) => {
      assert.strictEqual(goesRound(Param.DateOrNanos, written(as)), as.nanos)
    },
    seeded,
  )

  it.prop(
    "is that instant in milliseconds, and refused where it would have to be rounded",
    [writing, fc.boolean()],
    ([as, whole]) => {
      const nanos = whole ? (as.nanos / 1_000_000n) * 1_000_000n : as.nanos
      const text = written({ ...as, nanos })
      if (nanos % 1_000_000n === 0n) assert.strictEqual(goesRound(Param.DateOrMillis, text), Number(nanos / 1_000_000n))
      else refuses(Param.DateOrMillis, [text])
    },
    seeded,
  )

  it.prop(
    "reaches the service as a number, as a Date of the same instant does",
    [fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })],
    ([date]) => {
      const sent = (input: Param.MillisInput) => write(Param.DateOrMillis, accepted(Param.DateOrMillis, input))
      assert.strictEqual(sent(date.toISOString()), sent(date))
      assert.strictEqual(sent(date), String(date.getTime()))
    },
    seeded,
  )

  it("may be a leap second, and may have more zeros than a nanosecond has digits", () => {
    const leap = Date.parse("2017-01-01T00:00:00Z")
    assert.strictEqual(goesRound(Param.DateOrMillis, "2016-12-31T23:59:60Z"), leap)
    assert.strictEqual(
      goesRound(Param.DateOrNanos, "2016-12-31T18:59:60.5000000000-05:00"),
      BigInt(leap + 500) * 10n ** 6n,
    )
  })

  it("needs its offset, a real day, and a fraction that the parameter can hold", () => {
    const neither = [
      "2025-06-02T09:30:00",
      "2025-06-02 09:30:00Z",
      "2025-06-02T09:30Z",
      "2025-02-29T09:30:00Z",
      "2025-06-02T24:00:00Z",
      "2025-06-02T09:30:00.0000000001Z",
    ]
    refuses(Param.DateOrMillis, [...neither, "2025-06-02T09:30:00.0001Z"])
    refuses(Param.DateOrNanos, [...neither, "1500-01-01T00:00:00Z"])
    for (const param of [Param.DateOrMillis, Param.DateOrNanos]) {
      assert.include(expected(param), 'an RFC 3339 date-time such as "2025-06-02T09:30:00Z"')
      refusesText(param, ["2025-06-02T09:30:00Z"])
    }
  })
})

describe("numbers and texts", () => {
  it("Param.integer keeps to its bounds, and says them", () => {
    const param = Param.integer({ min: 1, max: 10 })
    assert.deepStrictEqual(param.kind, { _tag: "Integer", min: 1, max: 10 })
    assert.strictEqual(expected(param), "a whole number from 1 to 10")
    assert.strictEqual(goesRound(param, 10), 10)
    refuses(param, [0, 11, 1.5, Number.NaN, Infinity, "5", 5n, null])
    refusesText(param, ["0", "11", "1.5", "1e0", "0x1", " 1", "+1", "", "one"])
    assert.strictEqual(expected(Param.integer({ min: 0 })), "a whole number of at least 0")
    assert.strictEqual(expected(Param.integer()), "a whole number")
    assert.strictEqual(Either.getOrThrow(readText(param, "007")), 7)
  })

  it.prop(
    "Param.integer keeps any whole number",
    [fc.maxSafeInteger()],
    ([n]) => goesRound(Param.integer(), n) === n,
    seeded,
  )

  it.prop(
    "Param.Number keeps any finite number, and takes no other",
    [fc.double()],
    ([n]) => {
      if (Number.isFinite(n)) assert.strictEqual(goesRound(Param.Number, n) + 0, n + 0)
      else refuses(Param.Number, [n])
    },
    seeded,
  )

  it("Param.Number reads decimal text only", () => {
    assert.strictEqual(Either.getOrThrow(readText(Param.Number, "-1.5e-3")), -0.0015)
    refusesText(Param.Number, ["NaN", "Infinity", "0x10", " 5 ", "", ".5", "5.", "1e999", "1_000"])
    refuses(Param.Number, ["5", 5n, null])
  })

  it("Param.Boolean is true or false, and nothing like them", () => {
    assert.isTrue(goesRound(Param.Boolean, true))
    assert.isFalse(goesRound(Param.Boolean, false))
    refuses(Param.Boolean, ["true", 1, 0, null])
    refusesText(Param.Boolean, ["1", "", "yes", " true", "true ", "truefalse", "t"])
  })

  it.prop(
    "Param.Boolean reads a text in any case, and writes lower case",
    [fc.boolean(), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })],
    ([value, upper]) => {
      const text = Array.from(String(value), (letter, at) => (upper[at]! ? letter.toUpperCase() : letter)).join("")
      assert.strictEqual(Either.getOrThrow(readText(Param.Boolean, text)), value)
      assert.strictEqual(write(Param.Boolean, value), String(value))
    },
    seeded,
  )

  it("Param.literal takes its own texts", () => {
    const param = Param.literal("open", "close")
    assert.deepStrictEqual(param.kind, { _tag: "OneOf", values: ["open", "close"] })
    assert.strictEqual(expected(param), `one of "open", "close"`)
    assert.strictEqual(goesRound(param, "open"), "open")
    refuses(param, ["Open", "", "high", 1])
    refusesText(param, ["Open", ""])
  })

  it("Param.String refuses the empty text, Param.text what its pattern does not match", () => {
    assert.strictEqual(goesRound(Param.String, " a b "), " a b ")
    refuses(Param.String, ["", 5, null])
    const code = Param.text(/^[A-Z]{3}$/, "a currency code such as USD")
    assert.strictEqual(goesRound(code, "USD"), "USD")
    refuses(code, ["usd", "USDT", "USD\n", ""])
  })
})

describe("what is expected", () => {
  const dates: ReadonlyArray<Param.Any<"required">> = [
    Param.Date,
    Param.DateTime,
    Param.DateOrMillis,
    Param.DateOrNanos,
  ]

  it("names values to a caller, and of a text in a URL only how it is written", () => {
    for (const param of [...dates, ...dates.map((date) => Param.list(date, 5))]) {
      assert.include(expected(param), "a Date or a DateTime")
      assert.include(expectedText(param), 'a date as "yyyy-mm-dd"')
      assert.notMatch(expectedText(param), /\bDate|bigint/)
    }
    assert.include(expectedText(Param.list(Param.Date, 5)), "at most 5 values, separated by commas, each a date")
  })

  it("is the same of both where nothing but a text is accepted, also as a filter, with a default, or optional", () => {
    const limit = Param.limit({ default: 10, max: 100 })
    assert.strictEqual(expectedText(limit), expected(limit))
    const filter = Param.asFilter(Param.Date, "date", "gte")
    assert.strictEqual(expectedText(filter), expectedText(Param.Date))
    assert.strictEqual(expectedText(Param.optional(Param.Date)), expectedText(Param.Date))
  })
})

describe("words", () => {
  it("are literals, in which no other text is looked for", () => {
    const word = Param.literal("day", "week")
    const sort = Param.sort({ columns: ["date", "size"], default: ["date", "asc"] })
    const values = (schema: Schema.Schema.AnyNoContext) => fc.sample(Arbitrary.make(schema), { seed: 5, numRuns: 40 })
    assert.sameMembers([...new Set(values(word.input))], ["day", "week"])
    const columns = values(sort.wire).flatMap((keys: typeof sort.default & {}) => keys.map(({ column }) => column))
    assert.sameMembers([...new Set(columns)], ["date", "size"])
    assert.deepStrictEqual(JSONSchema.make(word.wire), {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "string",
      enum: ["day", "week"],
    })
  })
})

describe("presence", () => {
  it("is required, until it is said otherwise", () => {
    assert.strictEqual(Param.Date.presence, "required")
    assert.strictEqual(Param.optional(Param.Date).presence, "optional")
    const limit = Param.limit({ default: 10, max: 1000 })
    assert.strictEqual(limit.presence, "defaulted")
    assert.strictEqual(limit.default, 10)
    assert.deepStrictEqual(limit.kind, { _tag: "Limit", max: 1000 })
    refuses(limit, [0, 1001])
    assert.strictEqual(Param.order("desc").default, "desc")
    refuses(Param.order("asc"), ["ascending"])
  })
})

describe("Param.list", () => {
  const tickers = Param.list(Param.String, 3)

  it("is a comma list on the wire", () => {
    assert.deepStrictEqual(goesRound(tickers, ["AAPL", "BRK.B", "X:BTCUSD"]), ["AAPL", "BRK.B", "X:BTCUSD"])
    assert.strictEqual(write(tickers, ["AAPL", "BRK.B"]), "AAPL,BRK.B")
    assert.strictEqual(
      write(Param.list(Param.Date), accepted(Param.list(Param.Date), [new Date(0), "2024-01-31"])),
      "1970-01-01,2024-01-31",
    )
  })

  it("refuses none, too many, and values that a comma would tear apart", () => {
    refuses(tickers, [[], ["A", "B", "C", "D"], ["A,B"], ["A", ""], "AAPL,MSFT", null])
    refusesText(tickers, ["", "A,B,C,D", "A,,B", ",A"])
    assert.include(expected(tickers), "at most 3")
  })

  it.prop(
    "goes round for any values without commas",
    [
      fc.array(
        fc.string({ minLength: 1 }).filter((text) => !text.includes(",")),
        { minLength: 1, maxLength: 20 },
      ),
    ],
    ([values]) => {
      assert.deepStrictEqual(goesRound(Param.list(Param.String), values), values)
    },
    seeded,
  )
})

describe("Param.sort", () => {
  const columns = ["ticker", "ex_dividend_date", "cash_amount"] as const
  const sort = Param.sort({ columns, default: ["ticker", "asc"] })

  it("takes a column alone, in the default's direction, or with its own", () => {
    assert.deepStrictEqual(goesRound(sort, "cash_amount"), [{ column: "cash_amount", direction: "asc" }])
    assert.deepStrictEqual(goesRound(sort, "cash_amount.desc"), [{ column: "cash_amount", direction: "desc" }])
    assert.deepStrictEqual(goesRound(sort, ["ex_dividend_date.desc", "ticker"]), [
      { column: "ex_dividend_date", direction: "desc" },
      { column: "ticker", direction: "asc" },
    ])
    const newest = Param.sort({ columns, default: ["ex_dividend_date", "desc"] })
    assert.deepStrictEqual(goesRound(newest, "ticker"), [{ column: "ticker", direction: "desc" }])
    assert.deepStrictEqual(newest.default, [{ column: "ex_dividend_date", direction: "desc" }])
  })

  it("writes every direction out", () => {
    assert.strictEqual(
      write(sort, accepted(sort, ["ex_dividend_date.desc", "ticker"])),
      "ex_dividend_date.desc,ticker.asc",
    )
  })

  it("refuses columns that the endpoint does not have", () => {
    refuses(sort, ["price", "ticker.up", "ticker.asc.desc", "", [], ["ticker", "price"], 1])
    refusesText(sort, ["price", "", "ticker,", "ticker.ASC"])
  })

  it.prop(
    "goes round for any columns",
    [
      fc.array(fc.tuple(fc.constantFrom(...columns), fc.constantFrom("", ".asc", ".desc")), {
        minLength: 1,
        maxLength: 5,
      }),
    ],
    ([keys]) => {
      const words = keys.map(([column, suffix]) => `${column}${suffix}` as Param.SortColumn<(typeof columns)[number]>)
      const value = goesRound(sort, words)
      assert.deepStrictEqual(
        value,
        keys.map(([column, suffix]) => ({ column, direction: suffix === ".desc" ? "desc" : "asc" })),
      )
    },
    seeded,
  )
})
