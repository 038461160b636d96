/** The companies behind the merchants, which are real. @module */
import { MerchantRecord } from "@candela/alternative/MerchantHierarchy"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import { furtherMerchants, type Owned } from "./further.js"
import { merchants, tickerOf } from "./merchants.js"

/** Table with one row per period without a change of a merchant's owners. */
export const table = Table.of("merchant_hierarchy", { row: MerchantRecord, key: ["lookup_name", "active_from"] })

const noStart = "0001-01-01"
const noEnd = "9999-12-31"

const present = (fields: Readonly<Record<string, string | undefined>>): Partial<MerchantRecord> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Records of a merchant that are known on a date; future ends are unknown. */
export const recordsOf = ({ category, name, owners }: Owned, today: string): ReadonlyArray<MerchantRecord> =>
  owners
    .map((owner, index): MerchantRecord => {
      const before = owners[index - 1]?.until
      const [parent, grandparent, greatGrandparent] = owner.companies
      const ticker = tickerOf(owner)
      return {
        lookup_name: name,
        normalized_name: name.replace(/(^|[ &])[a-z]/g, (letter) => letter.toUpperCase()),
        ...present({
          parent_name: parent[0],
          grandparent_name: grandparent?.[0],
          great_grandparent_name: greatGrandparent?.[0],
          ticker,
          parent_ticker: parent[1],
          grandparent_ticker: grandparent?.[1],
          great_grandparent_ticker: greatGrandparent?.[1],
        }),
        listing_status: ticker === undefined ? "private" : "public",
        ...category.classification,
        active_from: before === undefined ? noStart : dateOfDay(dayNumber(before) + 1),
        active_to: owner.until === undefined || owner.until >= today ? noEnd : owner.until,
      }
    })
    .filter(({ active_from }) => active_from! <= today)

/** Writes the records. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ today }) =>
  [...merchants, ...furtherMerchants].flatMap((merchant) => recordsOf(merchant, today)),
)
