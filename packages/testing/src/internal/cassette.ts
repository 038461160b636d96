/** Text of a cassette: exchanges as readable JSON, whose numbers keep their digits. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as ExactJson from "../ExactJson.js"

const Headers = Schema.Record({ key: Schema.String, value: Schema.String })

const Status = Schema.transform(Schema.String, Schema.Number, {
  strict: true,
  decode: (number) => Number(ExactJson.digits(number)),
  encode: (status) => ExactJson.number(String(status)),
})

const Exchange = Schema.Struct({
  request: Schema.Struct({
    method: Schema.String,
    /** Path and query. */
    url: Schema.String,
    headers: Headers,
  }),
  response: Schema.Struct({
    status: Status,
    headers: Headers,
    /** Body, if it is JSON. */
    json: Schema.optionalWith(Schema.Unknown, { exact: true }),
    /** Body, if it is not JSON. */
    text: Schema.optionalWith(Schema.String, { exact: true }),
  }),
})

/** A request and its response. */
export type RecordedExchange = typeof Exchange.Type

const decode = Schema.decodeUnknownEither(Schema.Struct({ exchanges: Schema.Array(Exchange) }))

/** Parses a cassette; rejects other texts with the fault. */
export const read = (text: string): Either.Either<ReadonlyArray<RecordedExchange>, string> =>
  Either.mapBoth(decode(ExactJson.parse(text)), {
    onLeft: (error) => error.message,
    onRight: ({ exchanges }) => exchanges,
  })

/** Writes a cassette. */
export const write = (exchanges: ReadonlyArray<RecordedExchange>): string =>
  `${ExactJson.stringify({ exchanges }, 2)}\n`
