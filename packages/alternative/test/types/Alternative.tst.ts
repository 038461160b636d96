import { type Alternative, MerchantAggregate, MerchantRecord } from "@candela/alternative"
import { describe, expect, test } from "tstyche"

declare const alternative: Alternative.Service
declare const aggregate: MerchantAggregate
declare const record: MerchantRecord

describe("merchants", () => {
  test("refuse an operator that the service does not have", () => {
    // @ts-expect-error '"user_country.gt"' does not exist
    alternative.merchantAggregates({ "user_country.gt": "A" })
    // @ts-expect-error '"transaction_date.any_of"' does not exist
    alternative.merchantAggregates({ "transaction_date.any_of": ["2025-06-02"] })
    // @ts-expect-error '"active_from.any_of"' does not exist
    alternative.merchantHierarchy({ "active_from.any_of": ["0001-01-01"] })
  })

  test("refuse a value that the service does not know", () => {
    // @ts-expect-error is not assignable to type
    alternative.merchantAggregates({ channel: "phone" })
    // @ts-expect-error is not assignable to type
    alternative.merchantHierarchy({ listing_status: "delisted" })
  })

  test("are joined one way: records first, then an aggregate", () => {
    const find = MerchantRecord.finder([record])
    expect(find(aggregate)).type.toBe<MerchantRecord | undefined>()
  })

  test("have a spend per 1,000 panelists that may be unknown", () => {
    expect(MerchantAggregate.spendPerThousand(aggregate)).type.toBe<number | undefined>()
  })
})
