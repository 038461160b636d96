/** Spending of European consumers at merchants in the last weeks, synthetic. @module */
import { MerchantAggregate } from "@candela/alternative/MerchantAggregates"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { weekday } from "@candela/market/Weekday"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import type { Category } from "./categories.js"
import { type Channel, type Country, merchants, ownershipOn, type Payee, processors, tickerOf } from "./merchants.js"

/** Table with one row per day, payee, country, channel and panel. */
export const table = Table.of("merchant_aggregates", {
  row: MerchantAggregate,
  key: ["transaction_date", "name", "user_country", "channel", "consumer_type"],
  visible: "published_date",
})

/** Number of published days of transactions. */
const days = 60
/** Days from the transactions to their publication. */
const delay = 7

type Panel = "consumer_credit" | "consumer_debit" | "open_banking"

/** Active accounts of each panel in a usual week. */
const panels: Readonly<Record<Country, Partial<Readonly<Record<Panel, number>>>>> = {
  UK: { consumer_credit: 21_000, consumer_debit: 64_000 },
  DE: { consumer_debit: 30_000, open_banking: 17_000 },
  FR: { consumer_debit: 24_000 },
  ES: { open_banking: 15_000 },
  IT: { open_banking: 12_000 },
  AT: { consumer_debit: 5000 },
  unknown: { open_banking: 3000 },
}

/**
 * Accounts of a panel that were active before a day, in total and for a category. They grow by about a tenth per year.
 */
const rolling = (usual: number, day: number, { share }: Category) => {
  const size = usual * (1 + (0.1 * (day - dayNumber("2025-01-01"))) / 365)
  const [eight, twentyEight] = [Math.round(size), Math.round(size * 1.22)]
  return {
    eight_day_rolling_category_accounts: Math.round(eight * share.eight),
    eight_day_rolling_total_accounts: eight,
    twenty_eight_day_rolling_category_accounts: Math.round(twentyEight * share.twentyEight),
    twenty_eight_day_rolling_total_accounts: twentyEight,
  }
}

/** Share of a channel in a payee's purchases. */
const shareOf = (channel: Channel, { channels }: Payee) =>
  channels.length === 1
    ? 1
    : channel === "offline"
      ? 0.8
      : channel === "bnpl" || channels.includes("offline")
        ? 0.2
        : 0.8

/** Purchases and refunds; no row for a day without purchases. */
const transactions = (
  { category, purchase }: Payee,
  buyers: number,
  { uniform }: ReturnType<Generator.World["random"]>,
): Partial<MerchantAggregate> => {
  const purchases = Math.round(buyers * (1 + 0.3 * uniform()))
  const refunds = Math.round(purchases * category.refunds * (0.5 + uniform()))
  const refunded = Math.round(refunds * (0.8 + 0.2 * uniform()))
  const out = -round(purchases * purchase * (0.85 + 0.3 * uniform()), 2)
  const back = round(refunds * purchase * (0.7 + 0.4 * uniform()), 2)
  return {
    spend_out_spend: out,
    // Without refunds there is no amount.
    ...(back === 0 ? {} : { spend_in_spend: back }),
    total_spend: round(out + back, 2),
    spend_out_transaction_count: purchases,
    spend_in_transaction_count: refunds,
    total_transactions: purchases + refunds,
    spend_out_distinct_account_key_count: buyers,
    spend_in_distinct_account_key_count: refunded,
    // Some accounts with a refund also buy on that day.
    total_accounts: Math.max(buyers, refunded) + Math.round(0.6 * Math.min(buyers, refunded)),
  }
}

/** Rows of a payee on a day. */
const rowsOf = (payee: Payee, day: number, random: Generator.World["random"]): ReadonlyArray<MerchantAggregate> => {
  const { category, channels, countries, name, popularity, type } = payee
  const [date, published] = [dateOfDay(day), dateOfDay(day + delay)]
  const owner = ownershipOn(payee, date)
  const ticker = tickerOf(owner)
  const chance = random(`spending ${name}`, day)
  return countries.flatMap((country) =>
    Object.entries(panels[country]).flatMap(([panel, usual]) =>
      channels.flatMap((channel): ReadonlyArray<MerchantAggregate> => {
        const accounts = rolling(usual, day, category)
        const share =
          popularity * shareOf(channel, payee) * category.week[weekday(day)]! * (0.85 + 0.3 * chance.uniform())
        const buyers = Math.round(accounts.eight_day_rolling_category_accounts * share)
        if (buyers === 0) return []
        return [
          {
            transaction_date: date,
            published_date: published,
            name,
            parent_name: owner.companies[0][0],
            type,
            user_country: country,
            channel,
            consumer_type: panel as Panel,
            mcc_group: category.mcc_group,
            merchant_industry: category.classification.industry,
            ...(ticker === undefined ? {} : { merchant_ticker: ticker }),
            transaction_currency: country === "UK" ? "GBP" : "EUR",
            ...transactions(payee, buyers, chance),
            ...accounts,
          },
        ]
      }),
    ),
  )
}

/** Rows with transactions before a date: those of the last week are not published by then. */
export const rows = (today: string, random: Generator.World["random"]): ReadonlyArray<MerchantAggregate> => {
  const payees = [...merchants, ...processors]
  return Array.from({ length: days + delay }, (_, index) => dayNumber(today) - days - delay + index).flatMap((day) =>
    payees.flatMap((payee) => rowsOf(payee, day, random)),
  )
}

/** Writes the rows. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ random, today }) => rows(today, random))
