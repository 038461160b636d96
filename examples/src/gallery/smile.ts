/** The smile of a chain: implied volatilities by strike, of three expirations. */
import { OptionChain, Options } from "@candela/options"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer, Stream } from "effect"
import * as Picture from "./Picture.js"

const program = Effect.gen(function* () {
  const options = yield* Options
  const matrix = OptionChain.matrix(yield* Stream.runCollect(options.chain.stream({ underlyingAsset: "I:SPX" })))
  const { expiration_date: dates, volatility } = OptionChain.termStructure(matrix)
  yield* Console.log("S&P 500 (synthetic): volatility at the money, percent a year")
  for (const [index, date] of dates.entries()) {
    yield* Console.log(`${date}  ${(100 * volatility[index]!).toFixed(2)}`)
  }

  const smiles = dates.slice(-3).map((date) => {
    const { call, put, strike_price: strikes } = OptionChain.smile(matrix, date)
    const points = Array.from(strikes, (strike, index) => {
      // call and put of a strike have one volatility; far in the money a price tells none
      const known = [call[index]!, put[index]!].find((value) => !Number.isNaN(value))
      return known === undefined ? [] : [{ strike, volatility: 100 * known }]
    })
    return { date, points: points.flat() }
  })
  const all = smiles.flatMap(({ points }) => points)
  const { bottom, left, right, top } = Picture.plot
  const strikes = all.map(({ strike }) => strike)
  const span = Picture.spanOf(
    all.map(({ volatility }) => volatility),
    0.15,
  )
  const x = Picture.scale([Math.min(...strikes), Math.max(...strikes)], [left + 16, right - 16])
  const y = Picture.scale(span, [bottom, top])
  const longest = smiles.map(({ points }) => points).sort((one, other) => other.length - one.length)[0]!
  yield* Picture.save(
    "smile",
    Picture.card(
      "S&P 500: implied volatility by strike, percent a year",
      "Curves through the implied volatilities of the strikes of three expirations.",
      Picture.axis(span, (value) => value.toFixed(1)),
      ...smiles.flatMap(({ date, points }, index) => [
        Picture.line(
          points.map(({ strike, volatility }) => [x(strike), y(volatility)]),
          Picture.colours[index]!,
        ),
        ...points.map(({ strike, volatility }) => {
          const [at, height] = [x(strike), y(volatility)]
          const words = `${date}, ${strike}: ${volatility.toFixed(2)} %`
          return Picture.box(at - 3, height - 3, at + 3, height + 3, Picture.colours[index]!, words)
        }),
      ]),
      Picture.legend(smiles.map(({ date }, index) => [date, Picture.colours[index]!])),
      Picture.below(
        longest.map(({ strike }) => [x(strike), String(strike)]),
        8,
      ),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Options.layer.pipe(Layer.provide(Sandbox.layer()))))
