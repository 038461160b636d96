/**
 * Bars, trades and quotes with their ticker, as a store returns them.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import * as Bar from "@candela/market/Bar"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { BarsEndpoint, TickRow, TicksEndpoint } from "./Universe.js"

const fields = {
  ...Bar.fields,
  /** Ticker, as the service writes it. */
  ticker: /* @__PURE__ */ Field.required(Schema.String),
}

/** A bar with its ticker. */
export interface TickerBar extends Bar.Bar {
  /** Ticker, as the service writes it. */
  readonly ticker: string
}

/** Schema of {@link TickerBar}. */
export const TickerBar: Schema.Schema<TickerBar, Field.Wire<typeof fields>> = /* @__PURE__ */ Field.struct(fields)

/** Declaration of bars with tickers, for writing them to a file. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in `BarsEndpoint`
export type TickerBarsEndpoint = Endpoint.History<any, TickerBar, any, any>

/** A trade or a quote, with its ticker. */
export type TickerTick<Row> = Omit<Row, "ticker"> & {
  /** Ticker, as the service writes it. */
  readonly ticker: string
}

/**
 * Declares an endpoint's rows with their tickers, for the modules of `@candela/files`; with `columns` only these, in
 * their order:
 *
 * ```ts
 * store.columns(universe, range).pipe(Stream.run(Parquet.file("bars.parquet", withTicker(universe.endpoint))))
 * ```
 */
export const withTicker: {
  (endpoint: BarsEndpoint, columns?: ReadonlyArray<keyof TickerBar>): TickerBarsEndpoint
  <Row extends TickRow>(
    endpoint: TicksEndpoint<Row>,
    columns?: ReadonlyArray<keyof TickerTick<Row> & string>,
    // oxlint-disable-next-line typescript/no-explicit-any -- as in `BarsEndpoint`
  ): Endpoint.History<any, TickerTick<Row>, any, any>
} = (endpoint: Endpoint.AnyRows, columns?: ReadonlyArray<string>) => {
  const record = { ...Structure.recordOf(endpoint.row.ast), ticker: fields.ticker } as Field.Fields
  const wanted: Field.Fields = columns === undefined ? record : (Struct.pick(record, ...columns) as never)
  return { ...endpoint, row: Field.struct(wanted) } as never
}
