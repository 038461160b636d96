/**
 * Endpoint of a ticker's day: its regular session, and the prices before and after it.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import * as Ticker from "./Ticker.js"

const dayParam = {
  /** Trading day, in New York. A `Date` means its UTC date. */
  date: Param.Date,
}

const adjustedParam = {
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Parameters of a ticker's day, without the ticker. */
export const params = { ...dayParam, ...adjustedParam }

/** Parameters of a ticker's day, without the ticker, as written by a caller. */
export interface OpenCloseRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** Parameters of the day of an index, which is never split, without the ticker. */
export const unadjustedParams: typeof dayParam = dayParam

/** Parameters of the day of an index, without the ticker, as written by a caller. */
export interface UnadjustedOpenCloseRequest extends Endpoint.RequestOf<typeof dayParam>, Endpoint.Named {}

const fields = {
  /** `OK`. */
  status: Envelope.fields.status,
  /** The requested day, `yyyy-mm-dd`. */
  from: /* @__PURE__ */ Field.required(Unit.Date),
  /** The requested ticker. */
  symbol: /* @__PURE__ */ Field.required(Schema.String),
  /** Opening price of the regular session, dollars. */
  open: /* @__PURE__ */ Field.required(Unit.Dollars),
  /** Highest price of the regular session, dollars. */
  high: /* @__PURE__ */ Field.required(Unit.Dollars),
  /** Lowest price of the regular session, dollars. */
  low: /* @__PURE__ */ Field.required(Unit.Dollars),
  /** Closing price of the regular session, dollars. */
  close: /* @__PURE__ */ Field.required(Unit.Dollars),
  /** Volume of the whole day: shares of a stock, contracts of an option. */
  volume: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** First price before the regular session, dollars. */
  preMarket: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Last price after the regular session, dollars. */
  afterHours: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** True for an over-the-counter ticker; absent otherwise. */
  otc: /* @__PURE__ */ Field.optional(Schema.Boolean),
}

/** A ticker's day: regular session, pre-market and after-hours (specification, Daily ticker summary). */
export interface OpenClose extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link OpenClose}. */
export const OpenClose: Field.SchemaOf<OpenClose, typeof fields> = /* @__PURE__ */ Field.struct(fields, "OpenClose")

const valueFields = {
  /** `OK`. */
  status: Envelope.fields.status,
  /** The requested day, `yyyy-mm-dd`. */
  from: /* @__PURE__ */ Field.required(Unit.Date),
  /** The requested ticker. */
  symbol: /* @__PURE__ */ Field.required(Schema.String),
  /** First value of the regular session, points. */
  open: /* @__PURE__ */ Field.required(Unit.Points),
  /** Highest value of the regular session, points. */
  high: /* @__PURE__ */ Field.required(Unit.Points),
  /** Lowest value of the regular session, points. */
  low: /* @__PURE__ */ Field.required(Unit.Points),
  /** Last value of the regular session, points. */
  close: /* @__PURE__ */ Field.required(Unit.Points),
  /** First value before the regular session, points. */
  preMarket: /* @__PURE__ */ Field.optional(Unit.Points),
  /** Last value after the regular session, points. */
  afterHours: /* @__PURE__ */ Field.optional(Unit.Points),
}

/** The day of an index, in points: it has no volume. */
export interface IndexOpenClose extends Field.Row<typeof valueFields>, Endpoint.Named {}

/** Schema of {@link IndexOpenClose}. */
export const IndexOpenClose: Field.SchemaOf<IndexOpenClose, typeof valueFields> = /* @__PURE__ */ Field.struct(
  valueFields,
  "IndexOpenClose",
)

/** Endpoint of a ticker's day. `P` are all its parameters. */
export type Day<Request, P extends Endpoint.Params, Row = OpenClose> = Endpoint.Single<Request, Row, P>

const single = <Row>(ticker: Endpoint.Params, own: Endpoint.Params, value: Schema.Schema.AnyNoContext) =>
  Endpoint.single({
    path: `/v1/open-close/${Ticker.inPath(ticker)}/{date}`,
    params: { ...ticker, ...own } as typeof params,
    value: value as Schema.Schema<Row>,
    repeats: { symbol: Object.keys(ticker)[0]!, from: "date" },
  })

/** Declares the day of a ticker with prices. */
export const openClose = <Request extends OpenCloseRequest & Endpoint.RequestOf<T>, T extends Endpoint.Params>(
  ticker: T,
): Day<Request, T & typeof params> => single(ticker, params, OpenClose) as unknown as Day<Request, T & typeof params>

/** Declares the day of an index. */
export const indexOpenClose = <
  Request extends UnadjustedOpenCloseRequest & Endpoint.RequestOf<T>,
  T extends Endpoint.Params,
>(
  ticker: T,
): Day<Request, T & typeof unadjustedParams, IndexOpenClose> =>
  single(ticker, unadjustedParams, IndexOpenClose) as unknown as Day<
    Request,
    T & typeof unadjustedParams,
    IndexOpenClose
  >
