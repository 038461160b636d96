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
  /** Bars of its tickers. Default: one a day. */
  bars?: (ticker: string) => ReadonlyArray<WireBar>
}

/** A bar as the service writes it. */
export interface WireBar {
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
}

export const bar = (t: number, own: Partial<WireBar> = {}): WireBar => ({ t, o: 1, h: 1, l: 1, c: 1, v: 1, ...own })

/** An hour of each day of two years. */
const afternoons = Array.from({ length: 731 }, (_, day) => Date.UTC(2024, 0, 1 + day, 15))

/** What a service answers to a request. */
export const answer = ({ bars, broken, known }: Behaviour, { pathname }: URL): object => {
  const [, , , , ticker = "", , , , from, to] = pathname.split("/")
  if (broken.includes(ticker)) return { status: "OK", results: [{ t: "nonsense" }] }
  const all = known.includes(ticker) ? (bars?.(ticker) ?? afternoons.map((t) => bar(t))) : []
  return { status: "OK", results: all.filter(({ t }) => t >= Number(from) && t <= Number(to)) }
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
