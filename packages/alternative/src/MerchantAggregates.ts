/** Spending of European consumers by merchant and day. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"

const countries = ["UK", "DE", "FR", "ES", "IT", "AT", "unknown"] as const
const channels = ["online", "offline", "bnpl"] as const
const consumerTypes = ["consumer_credit", "consumer_debit", "open_banking"] as const

const fields = {
  /** Day of the transactions, `yyyy-mm-dd`. */
  transaction_date: Field.optional(Unit.Date),
  /**
   * Day on which this version of the data was published, `yyyy-mm-dd`: about 7 days after
   * `transaction_date` for original data.
   */
  published_date: Field.optional(Unit.Date),
  /**
   * Name of the merchant or payment processor in lower case. For a merchant it equals `lookup_name`
   * in the merchant hierarchy.
   */
  name: Field.optional(Schema.String),
  /** Name of the parent business in title case. */
  parent_name: Field.optional(Schema.String),
  /** Merchant or payment processor. */
  type: Field.optional(Field.openEnum("merchant", "payment_processor")),
  /** Country of the consumers; `unknown` for all other countries. */
  user_country: Field.optional(Field.openEnum(...countries)),
  /** Channel of the payments; `bnpl` is buy now, pay later. */
  channel: Field.optional(Field.openEnum(...channels)),
  /** Panel of the accounts. */
  consumer_type: Field.optional(Field.openEnum(...consumerTypes)),
  /** Group of merchant category codes. */
  mcc_group: Field.optional(Schema.String),
  /** Industry of the merchant. */
  merchant_industry: Field.optional(Schema.String),
  /** Ticker of the merchant on `transaction_date`: the symbol and the country of its exchange, `TSCO LN`. */
  merchant_ticker: Field.optional(Schema.String),
  /** Currency of all amounts: `GBP` or `EUR`. */
  transaction_currency: Field.optional(Field.openEnum("EUR", "GBP")),
  /** Amount spent by consumers; negative. */
  spend_out_spend: Field.optional(Unit.Currency),
  /** Amount returned to consumers (refunds, returns, credits); positive. */
  spend_in_spend: Field.optional(Unit.Currency),
  /**
   * Sum of `spend_out_spend` and `spend_in_spend`; typically negative. Compare trends by
   * `MerchantAggregate.spendPerThousand`.
   */
  total_spend: Field.optional(Unit.Currency),
  /** Number of outbound transactions. */
  spend_out_transaction_count: Field.optional(Unit.Count),
  /** Number of inbound transactions. */
  spend_in_transaction_count: Field.optional(Unit.Count),
  /** Number of all transactions. */
  total_transactions: Field.optional(Unit.Count),
  /** Number of accounts with outbound transactions. */
  spend_out_distinct_account_key_count: Field.optional(Unit.Count),
  /** Number of accounts with inbound transactions. */
  spend_in_distinct_account_key_count: Field.optional(Unit.Count),
  /** Number of accounts with any transaction, each counted once. */
  total_accounts: Field.optional(Unit.Count),
  /** Number of accounts of the country and panel active in the `mcc_group` over the prior 8 days. */
  eight_day_rolling_category_accounts: Field.optional(Unit.Count),
  /** Number of accounts of the country and panel active in any group over the prior 8 days. */
  eight_day_rolling_total_accounts: Field.optional(Unit.Count),
  /** Number of accounts of the country and panel active in the `mcc_group` over the prior 28 days. */
  twenty_eight_day_rolling_category_accounts: Field.optional(Unit.Count),
  /** Number of accounts of the country and panel active in any group over the prior 28 days. */
  twenty_eight_day_rolling_total_accounts: Field.optional(Unit.Count),
}

/** Transactions of a day at a merchant, of one country, channel and panel (specification, Merchant aggregate). */
export interface MerchantAggregate extends Field.Row<typeof fields>, Endpoint.Named {}

const spendPerThousand = (aggregate: MerchantAggregate): number | undefined => {
  const { eight_day_rolling_category_accounts: panelists, total_spend: spend } = aggregate
  return spend === undefined || panelists === undefined || panelists === 0 ? undefined : (spend / panelists) * 1000
}

/** Schema of {@link MerchantAggregate}, and `MerchantAggregate.spendPerThousand(aggregate)`. */
export const MerchantAggregate: Field.SchemaOf<MerchantAggregate, typeof fields> & {
  /**
   * Returns the spend per 1,000 panelists, in `transaction_currency`: `total_spend` divided by
   * `eight_day_rolling_category_accounts`, times 1,000 (specification, Merchant aggregate). The
   * panel changes in size, so totals of different days cannot be compared, but these can.
   * `undefined` if either is absent, or nobody was active.
   */
  readonly spendPerThousand: (aggregate: MerchantAggregate) => number | undefined
} = Object.assign(Field.struct(fields, "MerchantAggregate"), { spendPerThousand })

const params = {
  transaction_date: Filter.range(Param.Date),
  /** Ranges compare texts. */
  name: Filter.rangeOrAnyOf(Param.String),
  user_country: Filter.anyOf(Param.literal(...countries)),
  channel: Filter.anyOf(Param.literal(...channels)),
  consumer_type: Filter.anyOf(Param.literal(...consumerTypes)),
  /** Ranges compare texts. */
  parent_name: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["transaction_date", "desc"] }),
}

/** Request for merchant aggregates. */
export interface MerchantAggregatesRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const merchantAggregates: Endpoint.Paged<MerchantAggregatesRequest, MerchantAggregate, typeof params> =
  Endpoint.paged({
    path: "/consumer-spending/eu/v1/merchant-aggregates",
    params,
    row: MerchantAggregate,
  })
