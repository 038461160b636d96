/** Candela: a stream of columns. */
import { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { history, type Run } from "../../Contender.js"
import { layer, request } from "./candela.js"
import type { HistoryInput } from "./history.js"
import * as SumColumns from "./sumColumns.js"

export const run: Run<HistoryInput> = (input) =>
  history(() =>
    Stocks.pipe(
      Effect.flatMap((stocks) =>
        stocks.bars.columns(request(input), input.options).pipe(Stream.runFold(SumColumns.nothing(), SumColumns.add)),
      ),
      Effect.provide(layer(input)),
      Effect.runPromise,
    ),
  )
