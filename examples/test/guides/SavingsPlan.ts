/** A service of an application, in docs/testing.md: what so many dollars a month became in a stock. */
import { Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"

const nothing = { shares: 0, paid: 0, worth: 0 }

export class SavingsPlan extends Effect.Service<SavingsPlan>()("SavingsPlan", {
  effect: Effect.gen(function* () {
    const stocks = yield* Stocks
    return {
      outcome: (stocksTicker: string, dollars: number, from: string, to: string) =>
        stocks.bars.stream({ stocksTicker, multiplier: 1, timespan: "month", from, to }).pipe(
          Stream.runFold(nothing, ({ paid, shares }, bar) => {
            const all = shares + dollars / bar.open
            return { shares: all, paid: paid + dollars, worth: all * bar.close }
          }),
        ),
    }
  }),
}) {}
