/** Events of a company's ticker: the tickers that it has had. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"

/** Kinds of events. */
const types = ["ticker_change"] as const

const changeFields = {
  /** Ticker from the day of the event on. */
  ticker: Field.optional(Schema.String),
}

/** The new ticker of a company. */
export interface TickerChange extends Field.Row<typeof changeFields>, Endpoint.Named {}

/** Schema of {@link TickerChange}. */
export const TickerChange: Field.SchemaOf<TickerChange, typeof changeFields> = Field.struct(
  changeFields,
  "TickerChange",
)

const eventFields = {
  /** First day under the new ticker, `yyyy-mm-dd`; of the first ticker that of its listing, or of the records. */
  date: Field.optional(Unit.Date),
  /** Kind of event. */
  type: Field.optional(Field.openEnum(...types)),
  /** New ticker, of a `ticker_change`. */
  ticker_change: Field.optional(TickerChange),
}

/** An event of a company's ticker. */
export interface TickerEvent extends Field.Row<typeof eventFields>, Endpoint.Named {}

/** Schema of {@link TickerEvent}. */
export const TickerEvent: Field.SchemaOf<TickerEvent, typeof eventFields> = Field.struct(eventFields, "TickerEvent")

const fields = {
  /** Present name of the company or the fund. */
  name: Field.optional(Schema.String),
  /** Composite FIGI (OpenFIGI), which stays when the ticker changes. */
  composite_figi: Field.optional(Unit.Identifier),
  /** CIK (the company's number at the Securities and Exchange Commission), ten digits. */
  cik: Field.optional(Unit.Identifier),
  /** Events, the latest first. The first ticker is one, too. */
  events: Field.optional(Schema.Array(TickerEvent)),
}

/** Events of a company's ticker. */
export interface TickerEvents extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link TickerEvents}. */
export const TickerEvents: Field.SchemaOf<TickerEvents, typeof fields> = Field.struct(fields, "TickerEvents")

const params = {
  /**
   * A ticker (case-sensitive), a CUSIP or a composite FIGI. A ticker means the company that has it now: for one that
   * had it before, take the FIGI of `reference.ticker` on a day of that time.
   */
  id: Param.text(/^\S{1,50}$/, "a ticker such as META, a CUSIP or a composite FIGI, without blanks"),
  /** Kinds of events, in text separated by commas. Default: all. An empty value counts as absent. */
  types: Param.orBlank(Param.optional(Param.list(Param.literal(...types)))),
}

/** Request for the events of a ticker. */
export interface TickerEventsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const tickerEvents: Endpoint.Single<TickerEventsRequest, TickerEvents, typeof params> = Endpoint.single({
  path: "/vX/reference/tickers/{id}/events",
  params,
  value: TickerEvents,
  at: "results",
})
