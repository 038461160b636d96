import { OptionTicker } from "@candela/options"
import { Console, Effect } from "effect"

const program = Effect.gen(function* () {
  // an adjusted contract has a digit after its root
  for (const ticker of ["O:AAPL250703C00170000", "O:VMW1240119P00092500"]) {
    yield* Console.log(OptionTicker.describe(yield* OptionTicker.parse(ticker)))
  }
  const terms = { root: "AAPL", expiration_date: "2025-07-18", contract_type: "put", strike_price: 187.5 } as const
  yield* Console.log(yield* OptionTicker.make(terms))
  const error = yield* Effect.flip(OptionTicker.make({ ...terms, strike_price: 187.50001 }))
  yield* Console.log(error.message)
})

await Effect.runPromise(program)
