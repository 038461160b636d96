/**
 * Bars with their ticker, as a store returns them.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Bar from "@candela/market/Bar"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { BarsEndpoint } from "./Universe.js"

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

/**
 * Declares an endpoint's bars with their tickers, for the modules of `@candela/files`; with `columns` only these, in
 * their order:
 *
 * ```ts
 * store.columns(universe, range).pipe(Stream.run(Parquet.file("bars.parquet", withTicker(universe.endpoint))))
 * ```
 */
export const withTicker = (endpoint: BarsEndpoint, columns?: ReadonlyArray<keyof TickerBar>): TickerBarsEndpoint =>
  ({ ...endpoint, row: columns === undefined ? TickerBar : Field.struct(Struct.pick(fields, ...columns)) }) as never
