/**
 * Previews of a service: one per method.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Preview from "@candela/core/Preview"
import * as Request from "@candela/core/Request"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as Report from "../../output/Report.js"
import * as Line from "../../progress/Line.js"
import { Terminal } from "../../terminal/Terminal.js"
import { wrapAfter } from "../../terminal/Wrap.js"
import * as Values from "../endpoints/Values.js"
import * as Commands from "../endpoints/Commands.js"
import * as Several from "../endpoints/Several.js"

const rate = {
  "per-minute": Commands.inGroup(
    Option.withDefault(Option.whole({ value: "NUMBER", min: 1, text: "Requests a minute that your plan allows." }), 5),
  ),
}

type Cost = Partial<Readonly<Record<"requests" | "shards" | "rows" | "expected_rows", number>>>

/** Cost of several requests together; unknown where that of one is. */
const sum = (costs: ReadonlyArray<Cost>): Cost =>
  costs.reduce((all, one) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, value]) => {
        const other = one[key as keyof Cost]
        return other === undefined ? [] : [[key, value + other]]
      }),
    ),
  )

/** Cost of a request, as far as known before sending it. */
const costOf = (
  endpoint: Endpoint.Any,
  request: object,
  options: { readonly concurrency: number | undefined },
): Effect.Effect<Cost, Request.Refusal> =>
  Effect.gen(function* () {
    if (endpoint.kind === "history") {
      const { expectedRows, requests, rows, shards } = yield* Preview.of(endpoint, request as never, options)
      return { requests, shards, rows, expected_rows: expectedRows }
    }
    yield* Request.parse(endpoint, request)
    return endpoint.kind === "paged" ? {} : { requests: 1 }
  })

const unknown = "The service does not say beforehand how many rows there are: one request for each page."

/** Lines for people. */
const lines = (
  path: string,
  others: number,
  { expected_rows, requests, rows, shards }: Cost,
  time: { readonly per_minute: number; readonly seconds: number } | { readonly note: string },
  columns: number,
): ReadonlyArray<string> => {
  const number = (value: number) => value.toLocaleString("en-US")
  const all = [
    ["Request", others === 0 ? path : `${path}, and of ${number(others)} more ${others === 1 ? "ticker" : "tickers"}`],
  ]
  if (requests !== undefined) {
    const parts = shards !== undefined && shards > 1 ? `, in ${number(shards)} shards` : ""
    all.push(["Requests", `${requests === 1 ? "" : "at most "}${number(requests)}${parts}`])
  }
  if (rows !== undefined && expected_rows !== undefined) {
    all.push(["Rows", `about ${number(expected_rows)}, at most ${number(rows)}`])
  }
  if ("note" in time) all.push(["Requests", time.note])
  else {
    const wait = time.seconds === 0 ? "no wait" : `at least ${Line.duration(time.seconds)}`
    all.push(["Time", `${wait}, at ${number(time.per_minute)} requests a minute`])
  }
  const before = "Requests".length + 2
  return all.map(([name, text]) => name!.padEnd(before) + wrapAfter(before, text!, columns))
}

const run = (entry: Catalog.Entry) => (values: Values.CallValues & { readonly "per-minute"?: number }) =>
  Effect.gen(function* () {
    const { declaration } = entry
    const common = yield* Values.requestOf(entry, values)
    const name = Several.argumentOf(declaration)
    const tickers = name === undefined ? [] : (yield* Several.tickersOf(entry, name, values)).tickers
    const requests = name === undefined ? [common] : tickers.map((ticker) => ({ [name]: ticker, ...common }))
    const costs = yield* Effect.forEach(requests, (request) =>
      costOf(declaration, request, { concurrency: values.concurrency }),
    )
    const cost = sum(costs)
    const limit = values["per-minute"] ?? 5
    const [path = "", ...others] = yield* Effect.forEach(requests, (request) => Request.url(declaration, request))
    const time =
      cost.requests !== undefined
        ? {
            per_minute: limit,
            seconds: Duration.toSeconds(Preview.duration({ requests: cost.requests }, { limit, interval: "1 minute" })),
          }
        : { note: unknown }
    const { out } = yield* Terminal
    const columns = out.isTerminal ? yield* out.columns : Number.POSITIVE_INFINITY
    yield* Report.write(values, lines(path, others.length, cost, time, columns), {
      request: path,
      ...(others.length > 0 && { tickers: tickers.length }),
      ...cost,
      ...time,
    })
  })

const summaryOf = (name: string) => `What ${name} would cost`

/** Makes the preview of a method. */
export const ofEntry = (entry: Catalog.Entry): Command.Command => {
  const several = Several.argumentOf(entry.declaration)
  const { arguments: arguments_, options } = Commands.parametersOf(entry, several)
  const name = CommandLine.kebab(entry.method)
  return {
    _tag: "Command",
    name,
    summary: summaryOf(name),
    text: "Shows the maximum number of requests, the number of shards (parts of the range that can be fetched at the same time), the expected and the maximum number of rows, and the time that the rate limit takes. Nothing is sent.",
    arguments: arguments_,
    options: {
      ...options,
      ...(several !== undefined &&
        Commands.grouped("Tickers", Struct.pick(Several.optionsOf(entry.declaration), "tickers"))),
      ...(entry.declaration.kind === "history" && Commands.concurrency),
      ...rate,
      ...Commands.grouped("Rows", Report.options),
    },
    examples: [`preview ${Commands.line(entry, entry.example)}`],
    run: run(entry),
  }
}

/** Previews of the service with this name, in the order of its methods. */
export const ofService = (service: string): ReadonlyArray<Command.Lazy> =>
  Catalog.endpoints
    .filter((entry) => entry.service === service)
    .map((entry) => {
      const name = CommandLine.kebab(entry.method)
      return Command.lazy(name, { summary: summaryOf(name), load: Effect.sync(() => ofEntry(entry)) })
    })
