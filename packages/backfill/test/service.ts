import { MarketData } from "@candela/core/MarketData"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { Effect, Layer } from "effect"

/** What a service does. It may be changed between two requests. */
export interface Behaviour {
  /** The tickers that it knows. */
  known: ReadonlyArray<string>
  /** The tickers whose bars it answers by nonsense. */
  broken: ReadonlyArray<string>
  /** Whether it refuses the key. */
  refuses: boolean
  /** Whether it never answers. */
  hangs?: boolean
}

/** An hour of each day of two years. */
const afternoons = Array.from({ length: 731 }, (_, day) => Date.UTC(2024, 0, 1 + day, 15))

/** What a service answers to a request. */
export const answer = ({ broken, known }: Behaviour, { pathname }: URL): object => {
  const [, , , , ticker = "", , , , from, to] = pathname.split("/")
  if (broken.includes(ticker)) return { status: "OK", results: [{ t: "nonsense" }] }
  const price = { o: 1, h: 1, l: 1, c: 1, v: 1 }
  const results = known.includes(ticker)
    ? afternoons.filter((t) => t >= Number(from) && t <= Number(to)).map((t) => ({ t, ...price }))
    : []
  return { status: "OK", results }
}

/** A service with a bar a day. */
export const service = (behaviour: Behaviour) =>
  MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" }).pipe(
    Layer.provideMerge(
      ScriptedTransport.layer(({ url }) => {
        if (behaviour.hangs === true) return ScriptedTransport.hang
        return behaviour.refuses
          ? ScriptedTransport.json({ status: "ERROR", error: "Unknown API Key" }, { status: 401 })
          : ScriptedTransport.json(answer(behaviour, url))
      }),
    ),
  )

/** Number of requests so far. */
export const requests = Effect.map(ScriptedTransport.exchanges, (exchanges) => exchanges.length)
