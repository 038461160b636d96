/**
 * Comparison of what an answer repeats of its question with the parameters of the request: tickers, dates, `adjusted`.
 */
import type * as Endpoint from "../../declare/Endpoint.js"
import { ofParam, type Repeat } from "../request/repeat.js"

type Values = Readonly<Record<string, unknown>>

/** Letters and digits of a pair in any spelling: `C:EUR-USD`, `EUR/USD`. */
const letters = (text: string): string => text.replaceAll(/^[CX]:|[^A-Za-z0-9]/g, "").toUpperCase()

/** Returns the comparisons of a record of repeated fields. */
const ofRecord = (endpoint: Endpoint.Any, repeats: Endpoint.Repeats | undefined, values: Values) =>
  Object.entries(repeats ?? {}).flatMap(([field, names]): ReadonlyArray<Repeat> => {
    const valueOf = (name: string) => values[name] ?? endpoint.wireParams[name]!.default
    if (typeof names === "string") {
      const repeat = ofParam(field, endpoint.wireParams[names]!, valueOf(names))
      return repeat === undefined ? [] : [repeat]
    }
    const asked = letters(names.map(valueOf).join(""))
    return [
      {
        field,
        accepts: (value) => letters(String(value)) === asked,
        expected: `${names.map(valueOf).join("/")}, as requested`,
      },
    ]
  })

/** Returns what the value of an answer, or the fields around its rows, repeat of a request. */
export const ofAnswer = (endpoint: Endpoint.Any, values: Values): ReadonlyArray<Repeat> =>
  ofRecord(endpoint, endpoint.repeats, values).map(({ accepts, ...repeat }) => ({
    ...repeat,
    accepts: (value: unknown) => value === "" || accepts(value),
  }))

/** Returns what each row repeats of a request: declared fields, and those that are filtered. */
export const ofRows = (endpoint: Endpoint.AnyRows, values: Values): ReadonlyArray<Repeat> => [
  ...ofRecord(endpoint, endpoint.rowRepeats, values),
  // protects: A row outside the dates of its filters is invalid.
  // mutant: "outside the dates of its filters are invalid": param.filter === undefined → true
  ...Object.entries(endpoint.wireParams).flatMap(([name, param]) =>
    param.filter === undefined ? [] : param.filter.repeats(param, name, values[name]),
  ),
]
