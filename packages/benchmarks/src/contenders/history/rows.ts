/** Candela: a stream of rows. */
import { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { history, type Run } from "../../Contender.js"
import { layer, request } from "./candela.js"
import type { HistoryInput } from "./history.js"

export const run: Run<HistoryInput> = (input) =>
  history(() =>
    Stocks.pipe(
      Effect.flatMap((stocks) =>
        stocks.bars.stream(request(input), input.options).pipe(
          Stream.runFold({ rows: 0, volume: 0 }, (sum, bar) => {
            sum.rows++
            sum.volume += bar.volume
            return sum
          }),
        ),
      ),
      Effect.provide(layer(input)),
      Effect.runPromise,
    ),
  )
