/** The tool `call_endpoint`. */
import * as Text from "@candela/catalog/Text"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type * as Catalog from "@candela/catalog/Catalog"
import type * as Kind from "@candela/core/internal/Kind"
import type * as FileSchema from "@candela/files/FileSchema"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Answer from "../Answer.js"
import * as Call from "../Call.js"
import * as ModelTool from "../ModelTool.js"
import * as Rows from "../Rows.js"
import { ToolError } from "../ToolError.js"
import { maxTableRows, type Kept, type Workspace } from "../Workspace.js"

const parameters = {
  endpoint: Schema.String.annotations({ description: "Name of the endpoint, such as stocks.bars." }),
  request: Schema.optional(
    Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
      description:
        "Its parameters by name, as describe_endpoint lists them. A limit is the number of rows of this answer. A date is 2025-06-02, 2025-06 (a whole month, for the ends of a range), today, yesterday, -30d, -6mo or -2y; an instant has its offset.",
    }),
  ),
  rows: Schema.optional(
    Schema.Int.pipe(Schema.between(0, Rows.maxRows)).annotations({
      description: `The most rows of the answer, from 0 to ${Rows.maxRows}. Default: the request's limit, or ${Rows.defaultRows}.`,
    }),
  ),
  columns: Schema.optional(
    Schema.Array(Schema.String).annotations({ description: "Names of the columns of the answer. Default: all." }),
  ),
  table: Schema.optional(
    Schema.String.pipe(
      Schema.pattern(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, {
        message: () => "must be a name of letters, digits and _, such as bars",
      }),
    ).annotations({
      description: `Name of a table for all rows of the request, at most ${maxTableRows}, for the tool query. It replaces a table of this name.`,
    }),
  ),
}

const description = [
  "Requests market data. The request is checked before anything is sent, and what the service sends is checked too.",
  "Answers with columns and rows (values in the order of the columns), and with how many rows there are beside them.",
  "Instants are RFC 3339 texts in UTC.",
  "For many rows give a table name, rows 0, and ask the tool query.",
].join(" ")

/** Columns of an answer. */
const chosen = (all: ReadonlyArray<FileSchema.Column>, names: ReadonlyArray<string> | undefined) => {
  if (names === undefined) return Effect.succeed(all)
  const unknown = names.find((name) => !all.some((column) => column.name === name))
  return unknown === undefined
    ? Effect.succeed(names.map((name) => all.find((column) => column.name === name)!))
    : new ToolError({
        message: `There is no column ${JSON.stringify(unknown)}. The columns are ${all.map(({ name }) => name).join(", ")}.`,
      })
}

interface Gathered {
  readonly first: Array<object>
  count: number
  isWhole: boolean
}

/** Keeps the first of the passing rows, and counts all. */
const gather = (into: Gathered, most: number, { isLast, rows }: Call.AnswerRows): void => {
  into.first.push(...rows.slice(0, Math.max(0, most - into.first.length)))
  into.count += rows.length
  into.isWhole = isLast
}

/** What to do about tickers in lower case, which the service does not know. */
const tickersHint = (
  { declaration }: Catalog.Entry,
  request: Readonly<Record<string, unknown>>,
): string | undefined => {
  const isTicker = (kind: Kind.Kind): boolean => kind._tag === "Ticker" || (kind._tag === "List" && isTicker(kind.item))
  const written = Object.entries(request)
    .filter(([name]) => Object.hasOwn(declaration.wireParams, name) && isTicker(declaration.wireParams[name]!.kind))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === "string")
  const lower = written.filter((ticker) => ticker !== ticker.toUpperCase())
  return lower.length > 0
    ? `Tickers are case-sensitive: ${lower.map((ticker) => ticker.toUpperCase()).join(", ")} instead of ${lower.join(", ")}?`
    : written.length > 0
      ? "Check the ticker with reference.tickers, or choose other dates."
      : undefined
}

const moreOf = (more: number, isWhole: boolean, isKept: boolean): object =>
  more === 0 && isWhole
    ? { more: 0 }
    : {
        more: isWhole ? more : `at least ${Math.max(more, 1)}`,
        hint: isKept ? "Query the table." : "Narrow the request, or keep all its rows as a table and query them.",
      }

const keptOf = ({ cut, name, rows }: Kept): object => ({
  table: { name, rows, ...(cut ? { cut: `There are more rows: a table takes ${maxTableRows}.` } : {}) },
})

/** Reads rows until there are enough, or all of them into a table. */
const read = (
  parts: Stream.Stream<Call.AnswerRows, MarketDataError>,
  most: number,
  keep:
    | ((rows: Stream.Stream<object, MarketDataError>) => Effect.Effect<Kept, MarketDataError | ToolError>)
    | undefined,
) =>
  Effect.suspend(() => {
    const gathered: Gathered = { first: [], count: 0, isWhole: true }
    const passing = Stream.tap(parts, (part) => Effect.sync(() => gather(gathered, most, part)))
    const all =
      keep === undefined
        ? Effect.as(Stream.runDrain(Stream.takeUntil(passing, () => gathered.first.length >= most)), undefined)
        : keep(Stream.mapConcat(passing, ({ rows }) => rows))
    return Effect.map(all, (kept) => ({ ...gathered, kept }))
  })

/** Makes the tool. The sandbox makes up the rows of the `synthetic` endpoints, and answers in this session. */
export const make = (
  services: Call.Services,
  workspace: Workspace,
  synthetic: ReadonlySet<string>,
): ModelTool.ModelTool =>
  ModelTool.make(
    "call_endpoint",
    { title: "Request market data", description, parameters, asksService: true },
    ({ columns: names, endpoint, request = {}, rows, table }) =>
      Effect.gen(function* () {
        const { answer, entry, limit } = yield* Call.make(services, endpoint, request)
        const all = Rows.columnsOf(entry.declaration)
        const madeUp = synthetic.has(entry.name) ? { synthetic: Text.synthetic } : {}
        if (answer._tag === "Value") {
          if (table !== undefined) {
            return yield* new ToolError({ message: `${endpoint} gives one value: only rows can be kept as a table.` })
          }
          const columns = yield* chosen(all, names)
          const value = yield* Effect.mapError(answer.value, (error) =>
            error._tag === "NotFound"
              ? new ToolError({ message: `${error.message} ${tickersHint(entry, request) ?? ""}`.trimEnd() })
              : error,
          )
          return Answer.json({ endpoint, ...madeUp, value: Rows.fittingRecord(Rows.record(columns, Object(value))) })
        }
        const columns = yield* chosen(all, names)
        const most = Math.min(rows ?? limit ?? Rows.defaultRows, Rows.maxRows)
        const keep =
          table === undefined
            ? undefined
            : (rows: Stream.Stream<object, MarketDataError>) => workspace.keep(table, all, rows)
        const none = `There are no rows. ${tickersHint(entry, request) ?? "Choose other filters."}`
        const { count, first, isWhole, kept } = yield* read(answer.parts, most, keep)
        const shown = Rows.fitting(
          first.map((row) => columns.map(({ name, type }) => Rows.value(type, (row as Record<string, unknown>)[name]))),
        )
        return Answer.json({
          endpoint,
          ...madeUp,
          columns: columns.map(({ name }) => name),
          rows: shown,
          ...(count === 0 ? { more: 0, hint: none } : moreOf(count - shown.length, isWhole, kept !== undefined)),
          ...(kept === undefined ? {} : keptOf(kept)),
        })
      }),
  )
