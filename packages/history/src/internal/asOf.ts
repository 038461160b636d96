/** The day as of which histories are read. */
import * as Param from "@candela/core/Param"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { StoreError } from "../StoreError.js"

/** A day: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. */
export type AsOf = Param.DateInput

const decode = /* @__PURE__ */ Schema.decodeUnknown(Param.Date.input)

/** The date, `yyyy-mm-dd`; `undefined` stays. */
export const date = (folder: string, asOf: AsOf | undefined): Effect.Effect<string | undefined, StoreError> =>
  asOf === undefined
    ? Effect.succeed(undefined)
    : Effect.mapError(
        decode(asOf),
        ({ message }) => new StoreError({ reason: "request", path: folder, detail: `asOf is not a day (${message})` }),
      )
