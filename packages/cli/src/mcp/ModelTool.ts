/**
 * Tools as values: their description for a model, and their program.
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
  /** Definition for the client. */
  readonly definition: McpSchema.Tool
  /** Decodes the arguments of a call, and answers. Never fails: a model corrects its call after a refusal. */
  readonly call: (written: unknown) => Effect.Effect<McpSchema.CallToolResult>
}

/** Description of a tool. */
export interface ToolDetails<Fields extends Schema.Struct.Fields> {
  /** Short title for people. */
  readonly title: string
  /** Purpose of the tool, and when to use it. */
  readonly description: string
  /** Arguments of the tool. */
  readonly parameters: Fields
  /** Whether it sends requests to the service, instead of using this session alone. */
  readonly asksService?: boolean
}

/** Description of arguments in their JSON schema. */
interface Described {
  readonly properties: Readonly<
    Record<string, { readonly description?: string; readonly enum?: ReadonlyArray<string> }>
  >
}

/** First fault of the arguments in words, with the allowed values. */
const faultOf = (name: string, { properties }: Described, error: ParseResult.ParseError): string => {
  const [{ message, path } = { message: "", path: [] }] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const { description, enum: words } = properties[String(path[0])] ?? {}
  const where = path.length === 0 ? "the arguments" : `"${path.join(".")}"`
  // The schema's own message names only one of several words.
  const fault = words === undefined ? message : `must be one of ${words.join(", ")}`
  return `${name}: ${where}: ${fault}. ${description ?? `The arguments of ${name} are ${Object.keys(properties).join(", ")}.`}`
}

/** Converts each failure to a refusal. A defect is a fault of this program: its text goes to the log. */
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

/** Makes a tool whose program receives checked arguments. */
export const make = <Fields extends Schema.Struct.Fields>(
  name: string,
  { asksService = false, description, parameters, title }: ToolDetails<Fields>,
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
