/**
 * Values of an endpoint's command line, and the request that they make.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as BarSize from "../../dates/BarSize.js"
import type * as Output from "../../output/Output.js"
import * as Dates from "./Dates.js"
import * as Several from "./Several.js"
import type * as Shape from "./Shape.js"

/** Values of the command's options, including those of the parameters. */
export interface CallValues extends Output.Options, Several.SeveralValues, Shape.ShapeValues {
  readonly limit?: number | undefined
  readonly concurrency?: number | undefined
  readonly "on-invalid-row"?: "fail" | "skip" | undefined
  readonly resume?: boolean | undefined
  readonly [name: string]: unknown
}

/**
 * Whether an endpoint returns its rows page by page: `--limit` is the number of rows then, not the
 * parameter of that name.
 */
export const streams = ({ kind }: Endpoint.Any): boolean => kind === "paged" || kind === "history"

/** Whether an endpoint has bars of a size that the request chooses. */
export const hasSize = ({ wireParams }: Endpoint.Any): boolean =>
  wireParams["timespan"] !== undefined && wireParams["multiplier"] !== undefined

/** Default of `--to` for bars. */
export const lastDay = "today"

/** Request of the command line, with its dates by the `Clock`; of several tickers, without them. */
export const requestOf = (
  { declaration }: Catalog.Entry,
  values: CallValues,
): Effect.Effect<Readonly<Record<string, unknown>>, UsageError> =>
  Effect.gen(function* () {
    const limit = streams(declaration) ? Request.nameOf(declaration, "Limit") : undefined
    const several = Several.argumentOf(declaration)
    const isOfAll = (name: string) => name === limit || (name === several && Array.isArray(values[name]))
    const names = Object.keys(declaration.wireParams).filter((name) => values[name] !== undefined && !isOfAll(name))
    const written = Object.fromEntries(names.map((name) => [name, values[name]]))
    const bars = hasSize(declaration)
      ? {
          ...(yield* BarSize.of(values["timespan"] as BarSize.Written, values["multiplier"] as number | undefined)),
          to: values["to"] ?? lastDay,
        }
      : {}
    return yield* Dates.resolve(declaration, { ...written, ...bars }).pipe(
      Effect.mapError((message) => new UsageError({ message })),
      Present.live,
    )
  })
