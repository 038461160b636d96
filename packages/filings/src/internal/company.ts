/** Schemas of a company's codes, with examples. */
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** Central Index Key of a company. */
export const Cik: Schema.Schema<string> = Field.like(Unit.Identifier, "0000320193")
/** Ticker of a company's shares. */
export const Ticker: Schema.Schema<string> = Field.like(Schema.String, "AAPL", "MSFT", "KO", "XOM")
