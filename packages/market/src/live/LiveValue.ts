/**
 * Values of the live channel, the same in every market: fair market values, and those of the launchpad.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"
import type { Calendar } from "../Calendar.js"
import { open } from "./LiveBar.js"
import { millis } from "./LiveTick.js"

const common = {
  /** The ticker, as in requests. */
  ticker: /* @__PURE__ */ Field.required(Schema.String, "sym"),
  /** Time of the value, exact epoch nanoseconds. The service sends nanoseconds, in some markets milliseconds. */
  timestamp: /* @__PURE__ */ Field.required(Field.EpochOfAnyUnit, "t"),
}

/** Fields common to all values. */
export interface LiveValuation extends Field.Row<typeof common>, Endpoint.Named {}

const ofFair = {
  /** Fair market value by the service's own method, in the quote currency. */
  fmv: /* @__PURE__ */ Field.required(Unit.Currency),
}

const ofValue = {
  /** Current value, in the quote currency. */
  value: /* @__PURE__ */ Field.required(Unit.Currency, "val"),
}

/** A fair market value. */
export interface LiveFairMarketValue extends LiveValuation, Field.Row<typeof ofFair> {}

/** Schema of {@link LiveFairMarketValue}. */
export const LiveFairMarketValue: Field.SchemaOf<LiveFairMarketValue, typeof common & typeof ofFair> =
  /* @__PURE__ */ Field.struct({ ...common, ...ofFair }, "LiveFairMarketValue")

/** A value of the launchpad. */
export interface LiveValue extends LiveValuation, Field.Row<typeof ofValue> {}

/** Schema of {@link LiveValue}. */
export const LiveValue: Field.SchemaOf<LiveValue, typeof common & typeof ofValue> = /* @__PURE__ */ Field.struct(
  { ...common, ...ofValue },
  "LiveValue",
)

/** What the values of a market have of their own. */
export interface Options<Wildcard extends boolean> extends Pick<
  Topic.Declaration<LiveValue, unknown, never, Wildcard>,
  "cluster" | "ticker" | "spelling" | "wildcard"
> {
  /** Sessions of the market. */
  readonly calendar: Calendar
}

const of =
  <Row extends { readonly timestamp: bigint }, RI>(feed: Topic.Feed, code: string, row: Schema.Schema<Row, RI>) =>
  <const Wildcard extends boolean>({ calendar, ...own }: Options<Wildcard>): Topic.Topic<Row, never, Wildcard> =>
    Topic.make<Row, RI, never, Wildcard>({
      ...own,
      feed,
      code,
      row,
      kind: "state",
      time: ({ timestamp }) => millis(timestamp),
      open: open(calendar),
    })

/** Topic of the fair market values of a market, for business plans. No endpoint has them. */
export const fairMarketValues: <const Wildcard extends boolean>(
  options: Options<Wildcard>,
) => Topic.Topic<LiveFairMarketValue, never, Wildcard> = /* @__PURE__ */ of("business", "FMV", LiveFairMarketValue)

/** Topic of the values of a market, for launchpad plans. No endpoint has them. */
export const launchpadValues: <const Wildcard extends boolean>(
  options: Options<Wildcard>,
) => Topic.Topic<LiveValue, never, Wildcard> = /* @__PURE__ */ of("launchpad", "LV", LiveValue)
