/**
 * Tools as values: what a model is told of them, and what they do.
 *
 * @module
 */
import * as McpSchema from "@effect/ai/McpSchema"
import { McpServer } from "@effect/ai/McpServer"
import * as Tool from "@effect/ai/Tool"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Words from "../connect/words.js"
import * as Answer from "./Answer.js"

/** A tool. */
export interface ModelTool {
  /** What the client is told. */
  readonly definition: McpSchema.Tool
  /** Reads the arguments of a call, and answers. Never fails: a model mends what a refusal says. */
  readonly call: (written: unknown) => Effect.Effect<McpSchema.CallToolResult>
}

/** What a tool is told of with. */
export interface Details<Fields extends Schema.Struct.Fields> {
  /** Some words for people. */
  readonly title: string
  /** What it does, and when to use it. */
  readonly description: string
  /** Its arguments. */
  readonly parameters: Fields
  /** Whether it asks the service, not this session alone. */
  readonly asksService?: boolean
}

/** What a schema of JSON says of arguments. */
interface Described {
  readonly properties: Readonly<
    Record<string, { readonly description?: string; readonly enum?: ReadonlyArray<string> }>
  >
}

/** The first fault of arguments, in words, with what may stand there. */
const faultOf = (name: string, { properties }: Described, error: ParseResult.ParseError): string => {
  const [{ message, path } = { message: "", path: [] }] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const { description, enum: words } = properties[String(path[0])] ?? {}
  const where = path.length === 0 ? "the arguments" : `"${path.join(".")}"`
  // Of several words the schema's own message names one.
  const fault = words === undefined ? message : `must be one of ${words.join(", ")}`
  return `${name}: ${where}: ${fault}. ${description ?? `The arguments of ${name} are ${Object.keys(properties).join(", ")}.`}`
}

/** A refusal for each failure. A defect is a fault of this program: its words go to the log. */
const answered = (
  name: string,
  cause: Cause.Cause<{ readonly message: string }>,
): Effect.Effect<McpSchema.CallToolResult> => {
  const failure = Cause.failureOption(cause)
  if (failure._tag === "Some") return Effect.succeed(Answer.refusal(Words.ofCommand(failure.value.message)))
  return Cause.isInterruptedOnly(cause)
    ? Effect.failCause(cause as Cause.Cause<never>)
    : Effect.as(
        Effect.logError(`${name} failed.`, cause),
        Answer.refusal(`${name} failed: a fault of this program. Its standard error says more.`),
      )
}

/** A tool whose program receives checked arguments. */
export const make = <Fields extends Schema.Struct.Fields>(
  name: string,
  { asksService = false, description, parameters, title }: Details<Fields>,
  run: (values: Schema.Struct.Type<Fields>) => Effect.Effect<McpSchema.CallToolResult, { readonly message: string }>,
): ModelTool => {
  const decode = Schema.decodeUnknownEither(
    Schema.Struct(parameters) as unknown as Schema.Schema<Schema.Struct.Type<Fields>>,
    {
      onExcessProperty: "error",
    },
  )
  const inputSchema = Tool.getJsonSchema(Tool.make(name, { parameters }))
  return {
    definition: new McpSchema.Tool({
      name,
      description,
      inputSchema,
      annotations: new McpSchema.ToolAnnotations({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: asksService,
      }),
    }),
    call: (written) =>
      Effect.suspend(() => {
        const values = decode(written)
        return values._tag === "Left"
          ? Effect.succeed(Answer.refusal(faultOf(name, inputSchema as unknown as Described, values.left)))
          : run(values.right)
      }).pipe(Effect.catchAllCause((cause) => answered(name, cause))),
  }
}

/** Adds a tool to a server. */
export const register = ({ call, definition }: ModelTool): Effect.Effect<void, never, McpServer> =>
  Effect.flatMap(McpServer, (server) => server.addTool({ tool: definition, handle: call }))
