import type * as Subscription from "@candela/sandbox/access/Subscription"
import type * as Dataset from "@candela/sandbox/dataset/Dataset"
import type { Sandbox } from "@candela/sandbox/Sandbox"
import type * as Effect from "effect/Effect"

/** Tickers of a market. */
type MarketTickers = Effect.Effect.Success<Sandbox.Service["tickers"]>[number]

/** Facts printed when the command is ready. */
export interface Served {
  /** Address of the server, without a slash at the end. */
  readonly baseUrl: string
  readonly dataset: Dataset.Name
  readonly seed: number
  /** Present of the sandbox as a fixed instant; `wall`: the time of the machine. */
  readonly now: string
  /** Speed of a clock that runs up to that present; absent where it stands. */
  readonly speed?: number | "asap" | undefined
  readonly tickers: ReadonlyArray<MarketTickers>
  readonly imported: ReadonlyArray<{ readonly file: string; readonly ticker: string }>
  readonly keys: Readonly<Record<string, Subscription.Name>>
}

/** Maximum width of a line, unless a single word is longer. */
const width = 80

/** Wraps words with commas between them, as many on a line as fit. */
const wrap = (words: ReadonlyArray<string>, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 2 + word.length <= width) lines[lines.length - 1] = `${last}, ${word}`
    else lines.push(word)
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line},` : line))
}

const tickersLine = ({ count, first, market }: MarketTickers) => {
  const kind = `${String(count).padStart(3)} ${market.padEnd(8)} `
  const [line = ""] = wrap(first, width - 13 - kind.length - ", ...".length)
  const names = line.replace(/,$/, "")
  return `${kind}${names}${names.split(", ").length < count ? ", ..." : ""}`
}

const clockLine = ({ now, speed }: Served) => {
  if (now === "wall") return "the time of this machine"
  if (speed === undefined) return `stands at ${now}`
  return `runs to ${now}, ${speed === "asap" ? "as fast as clients read" : `${speed} times as fast`}`
}

/** Quotes a word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Formats served addresses and data in columns. The key is the fragment of the explorer's address,
 * which no browser sends.
 */
export const banner = (served: Served): string => {
  const { baseUrl, dataset, imported, keys, seed, tickers } = served
  const [key = ""] = Object.keys(keys)
  const rows = (label: string, lines: ReadonlyArray<string>) =>
    lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(9)}  ${line}`)
  const plans = Object.entries(keys).map(([key, plan]) => `${key} (${plan})`)
  return [
    `Listening on ${baseUrl}`,
    "",
    ...rows("Data set", [`${dataset}, seed ${seed}: real symbols, synthetic prices and volumes`]),
    ...rows("Clock", [clockLine(served)]),
    ...rows("Tickers", tickers.map(tickersLine)),
    ...rows(
      "Imported",
      imported.map(({ file, ticker }) => `${ticker}, as it is in ${file}`),
    ),
    ...rows("Keys", wrap(plans, width - 14)),
    "",
    ...rows("Explorer", [`${baseUrl}/#key=${encodeURIComponent(key)}`]),
    ...rows("Reference", [`${baseUrl}/reference`]),
    ...rows("Live", [`${baseUrl.replace("http", "ws")}/stocks`]),
    ...rows("OpenAPI", [`${baseUrl}/openapi.json`]),
    ...rows("Health", [`${baseUrl}/health`]),
    "",
    "Try:",
    `  curl -H ${quoted(`Authorization: Bearer ${key}`)} \\`,
    `    '${baseUrl}/v2/aggs/ticker/AAPL/prev'`,
  ].join("\n")
}
