/** Schemas of what several kinds of Benzinga's rows have. */
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** Benzinga's identifier of a record: 24 hexadecimal digits. */
export const Id: Schema.Schema<string, string | number> = Field.like(Field.Id, "682b28a9c068240001a9fded")
/** Ticker of a stock. */
export const Ticker: Schema.Schema<string> = Field.like(Schema.String, "AAPL", "MSFT", "KO", "XOM")
/** Name of a company. */
export const Company: Schema.Schema<string> = Field.like(Schema.String, "Apple Inc.", "Microsoft Corporation")
/** Name of a firm that rates stocks. */
export const Firm: Schema.Schema<string> = Field.like(Schema.String, "Research Firm 1", "Research Firm 2")
/** Code of a currency by ISO 4217. */
export const Currency: Schema.Schema<string> = Field.like(Schema.String, "USD")
/** Price target of a stock, in the currency of the row. */
export const PriceTarget: Schema.Schema<number> = Field.like(Unit.Currency, 5, 450)
/** Importance of an event, 0 (lowest) to 5. */
export const Importance: Schema.Schema<number> = Field.like(Unit.Ordinal, 0, 5)
/** Time of a day. */
export const Time: Schema.Schema<string> = Field.like(Schema.String, "07:00:00", "08:30:00", "16:05:00")

/** Ratings as firms say them. */
export const ratings = [
  "strong_buy",
  "buy",
  "outperform",
  "hold",
  "neutral",
  "underperform",
  "sell",
  "strong_sell",
] as const

/** Changes of a rating. */
export const ratingActions = [
  "upgrades",
  "downgrades",
  "maintains",
  "reiterates",
  "initiates_coverage_on",
  "reinstates",
  "assumes",
  "terminates_coverage_on",
  "removes",
  "suspends",
  "firm_dissolved",
] as const
