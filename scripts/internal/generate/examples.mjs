// How many rows the examples of the endpoints have in the sandbox, and which filter would have better many.
import { Effect, Either, Logger, LogLevel } from "effect"
import * as Catalog from "../../../packages/catalog/dist/Catalog.js"
import * as Request from "../../../packages/core/dist/Request.js"
import { Dataset } from "../../../packages/sandbox/dist/dataset/Dataset.js"
import * as Service from "../../../packages/sandbox/dist/http/Service.js"
import * as Routes from "../../../packages/sandbox/dist/routes/Routes.js"

/** Numbers of rows with which the contract of every endpoint can try pages, order and filters in little time. */
const [fewest, most] = [3, 200]

const isPaged = ({ declaration: { kind } }) => kind === "paged" || kind === "history"

const fits = (count) => count >= fewest && count <= most

const at = (document, path) => path.split(".").reduce((value, key) => value?.[key], document)

/** Sends a request with pages of a size, and returns the rows of the first one; none where it is refused. */
const rowsOf = (service, { declaration }, request, size) => {
  const limit = Request.nameOf(declaration, "Limit")
  const { max } = declaration.wireParams[limit].kind
  const url = Request.url(declaration, { ...request, [limit]: Math.min(size, max) })
  if (Either.isLeft(url)) return Effect.succeed([])
  const asked = {
    method: "GET",
    url: new URL(url.right, "http://sandbox"),
    headers: { authorization: "Bearer sandbox" },
  }
  return Effect.map(service.handle(asked), ({ body, status }) =>
    status === 200 ? (at(JSON.parse(body), declaration.at) ?? []) : [],
  )
}

/** Filters of an endpoint with values that, of these rows, keep some. */
export const candidates = ({ declaration, fields }, rows) =>
  Object.entries(declaration.wireParams).flatMap(([name, { filter }]) => {
    const wireKey = fields.find((field) => field.path === filter?.field)?.wireKey
    const values = rows.map((row) => row[wireKey]).filter((value) => typeof value === "string" || value > 0)
    const sorted = values.sort((one, other) => (one < other ? 1 : -1))
    if (filter?.operator === "gte" && sorted.length > 0) return [{ [name]: sorted[Math.min(99, sorted.length - 1)] }]
    return filter?.operator === "eq" && sorted.length > 0 ? [{ [name]: sorted[Math.floor(sorted.length / 2)] }] : []
  })

/** A request of an endpoint with a filter that has better many rows. */
const better = (service, entry) =>
  Effect.gen(function* () {
    const required = Object.fromEntries(
      Object.entries(entry.example).filter(([name]) => entry.declaration.wireParams[name].presence === "required"),
    )
    const rows = yield* rowsOf(service, entry, required, 1000)
    for (const filter of candidates(entry, rows)) {
      const request = { ...required, ...filter }
      if (fits((yield* rowsOf(service, entry, request, most + 1)).length)) return request
    }
    return undefined
  })

/** What is wrong with the examples of paged endpoints in a data set, each with a request that would do. */
export const unfit = Effect.gen(function* () {
  const { now, seed } = yield* Dataset
  const options = { routes: Routes.all, keys: { sandbox: "business" }, now: Effect.succeed(now), seed }
  const service = yield* Service.make(options)
  const found = []
  for (const entry of Catalog.endpoints) {
    if (!isPaged(entry)) continue
    const { length } = yield* rowsOf(service, entry, entry.example, most + 1)
    if (!fits(length)) found.push({ name: entry.name, rows: length, instead: yield* better(service, entry) })
  }
  return found
}).pipe(Logger.withMinimumLogLevel(LogLevel.None))

/** A finding in words. */
export const sentence = ({ instead, name, rows }) => {
  const count = rows > most ? `more than ${most} rows` : rows === 1 ? "one row" : `${rows} rows`
  const instance = instead === undefined ? "" : ` This one would do: @example ${JSON.stringify(instead)}`
  return `${name}: its @example has ${count} in the sandbox; it needs ${fewest} to ${most}.${instance}`
}
