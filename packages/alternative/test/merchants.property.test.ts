import { MerchantAggregate, MerchantRecord } from "@candela/alternative"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { runs } from "@candela/support/seeded"

const parameters = { seed: 28, numRuns: runs(1000) }

const name = FastCheck.constantFrom("asda", "h&m", "tesco", "constructor")
const date = FastCheck.constantFrom("0001-01-01", "2021-02-15", "2021-02-16", "2025-06-01", "2025-06-02", "9999-12-31")
const optional = <A>(arbitrary: FastCheck.Arbitrary<A>) => FastCheck.option(arbitrary, { nil: undefined, freq: 9 })

/** Without the keys whose values are undefined: absent fields have no key. */
const present = <A extends object>(row: A) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as {
    [K in keyof A]: Exclude<A[K], undefined>
  }

const record: FastCheck.Arbitrary<MerchantRecord> = FastCheck.record({
  lookup_name: optional(name),
  listing_status: FastCheck.constant("public"),
  active_from: optional(date),
  active_to: optional(date),
}).map(present)

const aggregate: FastCheck.Arbitrary<MerchantAggregate> = FastCheck.record({
  name: optional(name),
  type: optional(FastCheck.constantFrom("merchant", "payment_processor")),
  transaction_date: optional(date),
  user_country: FastCheck.constant("UK"),
}).map(present)

/** The specification's rule by itself: the filters `active_from.lte` and `active_to.gte` of the day, and the names. */
const joins = (record: MerchantRecord, aggregate: MerchantAggregate) =>
  aggregate.type === "merchant" &&
  record.lookup_name !== undefined &&
  record.lookup_name === aggregate.name &&
  record.active_from! <= aggregate.transaction_date! &&
  record.active_to! >= aggregate.transaction_date!

describe("the join of aggregates with the hierarchy", () => {
  it("finds the first record that the filters of the day let through", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(record), FastCheck.array(aggregate), (records, aggregates) => {
        const find = MerchantRecord.finder(records)
        for (const one of aggregates) {
          assert.strictEqual(
            find(one),
            records.find((record) => joins(record, one)),
          )
        }
      }),
      parameters,
    )
  })

  it("takes the sentinels for the beginning and the end of time, and both ends of a record as part of it", () => {
    const shared = { lookup_name: "asda", listing_status: "public" }
    const find = MerchantRecord.finder([
      { ...shared, ticker: "WMT US", active_from: "0001-01-01", active_to: "2021-02-15" },
      { ...shared, active_from: "2021-02-16", active_to: "9999-12-31" },
    ])
    const on = (transaction_date: string) =>
      find({ name: "asda", type: "merchant", transaction_date, user_country: "UK" })
    assert.strictEqual(on("0001-01-01")!.ticker, "WMT US")
    assert.strictEqual(on("2021-02-15")!.ticker, "WMT US")
    assert.strictEqual(on("2021-02-16")!.active_to, "9999-12-31")
    assert.strictEqual(on("9999-12-31")!.active_to, "9999-12-31")
  })

  it("finds nothing for a payment processor, even one with a merchant's name", () => {
    const find = MerchantRecord.finder([
      { lookup_name: "klarna", listing_status: "public", active_from: "0001-01-01", active_to: "9999-12-31" },
    ])
    const row = { name: "klarna", transaction_date: "2025-06-02", user_country: "UK" }
    assert.isDefined(find({ ...row, type: "merchant" }))
    assert.isUndefined(find({ ...row, type: "payment_processor" }))
    assert.isUndefined(find(row))
  })
})

describe("spend per 1,000 panelists", () => {
  const { spendPerThousand } = MerchantAggregate

  it("is the total spend by the category's accounts of 8 days, times 1,000", () => {
    const row = { user_country: "UK", total_spend: -5000, eight_day_rolling_category_accounts: 20_000 }
    assert.strictEqual(spendPerThousand(row), -250)
  })

  it("does not change when panel and spend grow alike", () => {
    const amount = FastCheck.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100)
    FastCheck.assert(
      FastCheck.property(
        amount,
        FastCheck.integer({ min: 1, max: 1_000_000 }),
        FastCheck.integer({ min: 1, max: 9 }),
        (spend, accounts, times) => {
          const of = (factor: number) =>
            spendPerThousand({
              user_country: "UK",
              total_spend: spend * factor,
              eight_day_rolling_category_accounts: accounts * factor,
            })!
          assert.closeTo(of(times), of(1), Math.abs(of(1)) * 1e-12)
          assert.closeTo((of(1) * accounts) / 1000, spend, Math.abs(spend) * 1e-12)
        },
      ),
      parameters,
    )
  })

  it("is undefined where one of both is absent, or nobody was active", () => {
    const row = { user_country: "UK", total_spend: -5000, eight_day_rolling_category_accounts: 20_000 }
    const { eight_day_rolling_category_accounts: _, ...withoutPanel } = row
    const { total_spend: __, ...withoutSpend } = row
    for (const one of [withoutPanel, withoutSpend, { ...row, eight_day_rolling_category_accounts: 0 }]) {
      assert.isUndefined(spendPerThousand(one))
    }
  })
})
