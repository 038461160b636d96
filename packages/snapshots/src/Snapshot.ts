/**
 * Latest state of any instrument: the rows of the unified snapshot.
 *
 * Only the ticker is always present: the service omits fields without data, also within sessions,
 * trades and quotes, which may be empty.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import {
  Greeks,
  LastMinute,
  LastQuote,
  LastTrade,
  OptionDetails,
  SnapshotSession,
  Timeframe,
  UnderlyingAsset,
} from "@candela/market/InstrumentState"
import * as Schema from "effect/Schema"

const commonFields = {
  /** Ticker of the instrument. */
  ticker: Field.required(Schema.String),
  /** Name of the instrument. */
  name: Field.optional(Schema.String),
  /**
   * State of the instrument's market: `open`, `closed`, `early_trading`, `late_trading`; `regular_trading` for indices.
   */
  market_status: Field.optional(Field.openEnum("open", "closed", "early_trading", "late_trading", "regular_trading")),
  /** The session so far, or the last one. */
  session: Field.optional(SnapshotSession),
  /** Fair market value, in the instrument's currency; on business plans only. */
  fmv: Field.optional(Unit.Currency),
  /** Time of computing the fair market value, epoch nanoseconds. */
  fmv_last_updated: Field.optional(Unit.EpochNanos),
  /** Last change of the item, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
  /** Message of the service about the item. */
  message: Field.optional(Schema.String),
}

const otherError = {
  /** Error that the service reports beside its data. */
  other_error: Field.optional(Schema.String, "error"),
}

/** Fields common to items of all kinds. */
interface Common extends Field.Row<typeof commonFields>, Field.Row<typeof otherError>, Endpoint.Named {}

const tradedFields = {
  /** The last minute with trades. */
  last_minute: Field.optional(LastMinute),
  /** The last quote; only on plans that include quotes. */
  last_quote: Field.optional(LastQuote),
  /** The last trade. */
  last_trade: Field.optional(LastTrade),
}

interface Traded extends Common, Field.Row<typeof tradedFields> {}

/** State of a stock. Prices in dollars, volumes in shares. */
export interface StockSnapshot extends Traded {
  /** `stocks`. */
  readonly type: "stocks"
}

/** State of a currency pair. Prices in the quote currency. */
export interface ForexSnapshot extends Traded {
  /** `fx`. */
  readonly type: "fx"
}

/** State of a crypto pair. Prices in the quote currency, volumes in the base currency. */
export interface CryptoSnapshot extends Traded {
  /** `crypto`. */
  readonly type: "crypto"
}

const indexOwn = {
  /** Value of the index. */
  value: Field.optional(Unit.Points),
}

/** State of an index. */
export interface IndexSnapshot extends Traded, Field.Row<typeof indexOwn> {
  /** `indices`. */
  readonly type: "indices"
}

const optionOwn = {
  /** Price of the underlying at which the option breaks even, dollars. */
  break_even_price: Field.optional(Unit.Dollars),
  /** Terms of the contract. */
  details: Field.optional(OptionDetails),
  /** Sensitivities of the price; absent for some contracts far in or out of the money. */
  greeks: Field.optional(Greeks),
  /** Implied volatility, annual, as a fraction. */
  implied_volatility: Field.optional(Unit.Ratio),
  /** Open interest: number of open contracts. */
  open_interest: Field.optional(Unit.Count),
  /** Underlying of the option. */
  underlying_asset: Field.optional(UnderlyingAsset),
}

/** State of an option contract. Prices in dollars. */
export interface OptionSnapshot extends Traded, Field.Row<typeof optionOwn> {
  /** `options`. */
  readonly type: "options"
}

/** State of an instrument whose kind is missing or unknown to this version, with the fields of all kinds. */
export interface OtherSnapshot extends Traded, Field.Row<typeof indexOwn>, Field.Row<typeof optionOwn> {
  /** Absent: see `other_type`. */
  readonly type?: undefined
  /** Kind unknown to this version; absent if the service sends none. */
  readonly other_type?: string
}

/** A ticker that the service could not resolve. The request succeeds nonetheless. */
export interface UnresolvedSnapshot {
  /** Ticker of the instrument. */
  readonly ticker: string
  /** Reason for the missing state: `NOT_FOUND`, or `NOT_ENTITLED` if the key's plan lacks the data. */
  readonly error: "NOT_FOUND" | "NOT_ENTITLED" | (string & {})
  /** Message of the service about the item. */
  readonly message?: string
  /** Absent. */
  readonly type?: undefined
}

/** Latest state of an instrument, discriminated by `type`. */
export type Snapshot = StockSnapshot | OptionSnapshot | ForexSnapshot | CryptoSnapshot | IndexSnapshot | OtherSnapshot

/**
 * A row of the unified snapshot: the state of an instrument, or a ticker that could not be resolved
 * (`"error" in item`).
 */
export type SnapshotItem = Snapshot | UnresolvedSnapshot

const kinds = ["stocks", "options", "fx", "crypto", "indices"] as const

/** Fields of an item as sent by the service: any fields of all kinds. */
const fields = {
  ...commonFields,
  ...tradedFields,
  ...indexOwn,
  ...optionOwn,
  type: Field.optional(Field.openEnum(...kinds)),
  error: Field.optional(Field.openEnum("NOT_FOUND", "NOT_ENTITLED")),
}

const isKind = (type: string | undefined): type is (typeof kinds)[number] => kinds.some((kind) => kind === type)

const toItem = ({ error, message, type, ...state }: Field.Row<typeof fields>): SnapshotItem => {
  const said = message ? { message } : {}
  // protects: An item that lacks some of its data is not taken for a ticker that could not be resolved.
  // mutant: "is unresolved only where the service names an error": && !type && Object.keys(state).length === 1 → !==
  // undefined
  if (error && !type && Object.keys(state).length === 1) return { ticker: state.ticker, error, ...said }
  return {
    ...state,
    ...said,
    ...(error && { other_error: error }),
    ...(isKind(type) ? { type } : type && { other_type: type }),
  }
}

/** Makes the fields of only some items readable in all. */
const none: { readonly error?: string; readonly other_error?: string; readonly other_type?: string } = {}

const fromItem = (item: SnapshotItem): Field.Row<typeof fields> => {
  const { error, other_error = error, other_type, type = other_type, ...state } = { ...none, ...item }
  return { ...state, ...(type && { type }), ...(other_error && { error: other_error }) }
}

const stateFields = { ...commonFields, ...tradedFields, ...indexOwn, ...optionOwn }
const { ticker } = commonFields
// An empty text of the service says nothing, and is left out.
const message = Field.optional(Schema.NonEmptyString)
const other_error = message

/** Schema of a decoded item. Each kind may have the fields of all, so that none is lost. */
const readItem = Schema.Union(
  Field.struct({ ...stateFields, message, type: Field.required(Schema.Literal(...kinds)), other_error }),
  Field.struct({ ticker, message, error: Field.required(Schema.NonEmptyString) }),
  Field.struct({
    ...stateFields,
    message,
    other_type: Field.optional(Schema.NonEmptyString.pipe(Schema.filter((type) => !isKind(type)))),
    other_error,
  }).pipe(
    // An error without other fields is that of an unresolved item.
    Schema.filter(
      (item) =>
        !item.other_error || Object.keys(item).some((key) => !["ticker", "message", "other_error"].includes(key)),
    ),
  ),
) as Schema.Schema.AnyNoContext as Schema.Schema<SnapshotItem>

// One record of all fields, not a union of the kinds: a union would match an item with an
// unexpected field to another kind, without its data.
/** Schema of {@link SnapshotItem}, and `SnapshotItem.dateTime(item)`. */
export const SnapshotItem: Schema.Schema<SnapshotItem, Field.Wire<typeof fields>> &
  Instant.Reader<Snapshot, "last_updated", "fmv_last_updated"> = Instant.readable(
  Field.forms(fields, readItem, { decode: toItem, encode: fromItem }, "SnapshotItem"),
  "last_updated",
  "fmv_last_updated",
)

/**
 * Schema of {@link Snapshot}: a {@link SnapshotItem} whose ticker could be resolved; and `Snapshot.dateTime(snapshot)`.
 */
export const Snapshot: Schema.Schema<Snapshot, Field.Wire<typeof fields>> &
  Instant.Reader<Snapshot, "last_updated", "fmv_last_updated"> = Instant.readable(
  SnapshotItem.pipe(Schema.filter((item): item is Snapshot => !("error" in item), { identifier: "Snapshot" })),
  "last_updated",
  "fmv_last_updated",
)
