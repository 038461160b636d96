/**
 * The AsyncAPI 3 document of the live channel: clusters, topics and rows come from the declarations of the
 * topics, texts from their doc comments. It describes the service: it receives subscriptions, and sends events.
 *
 * `./scripts/generate` writes it to `asyncapi.json`, which the sandbox serves at `/asyncapi.json`.
 *
 * @module
 */
import * as Topics from "@candela/catalog/Topics"
import type * as Topic from "@candela/core/declare/Topic"
import * as ExactJson from "@candela/testing/ExactJson"
import { Array } from "effect"
import { type JsonSchema, join, members, object, textsOf } from "./openapi/JsonSchema.js"

const info = {
  title: "Candela sandbox, live channel",
  version: "1.0.0",
  description: [
    "The live channel of the market-data service, as the sandbox of Candela serves it: one connection for each cluster.",
    "",
    "The service sends arrays only, also of a single status, and events of several topics together. A client sends `auth` once it is told `connected`, and `subscribe` once it is told `auth_success`; each pair is acknowledged by a status of its own.",
  ].join("\n"),
  license: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
}

const servers = {
  sandbox: {
    host: "{host}",
    protocol: "ws",
    description: "The sandbox that serves this document.",
    variables: { host: { default: "127.0.0.1:8787", description: "Host and port of the sandbox." } },
  },
}

/** Statuses that the service is known to send. */
const statuses = [
  ...["connected", "auth_success", "auth_failed", "auth_timeout", "auth_required", "success", "error"],
  ...["max_connections", "slow_consumer", "force_disconnect"],
]

const statusSchema = object({
  properties: {
    ev: { type: "string", const: "status" },
    status: { type: "string", examples: statuses, description: "What happened." },
    message: { type: "string", description: "What happened, in words: `subscribed to: T.AAPL`." },
  },
  required: ["ev", "status", "message"],
})

const actionSchema = object({
  properties: {
    action: { type: "string", enum: ["auth", "subscribe", "unsubscribe"] },
    params: {
      type: "string",
      description: "With `auth` the key, else pairs of a topic's code and a ticker, or `*`, joined by commas.",
      examples: ["T.AAPL,T.MSFT", "AM.*"],
    },
  },
  required: ["action", "params"],
})

/** Path of a topic's connection: `/stocks`, `/business/stocks`. */
const pathOf = ({ cluster, feed }: Topic.Any): string => (feed === "market" ? `/${cluster}` : `/${feed}/${cluster}`)

const nameOf = (name: string): string => name.replace(/(?:^|\W)(\w)/g, (_, first: string) => first.toUpperCase())

const schemaOf = ({ declaration, fields, text }: Topics.TopicEntry): JsonSchema => ({
  ...object(
    join(
      { properties: { ev: { type: "string", const: declaration.code } }, required: ["ev"] },
      members(declaration.row, textsOf(fields)),
    ),
  ),
  description: text,
})

const messageOf = ({ declaration, filledFrom, name, plans, text }: Topics.TopicEntry): JsonSchema => ({
  name,
  title: name,
  summary: text,
  contentType: "application/json",
  payload: { type: "array", items: { $ref: `#/components/schemas/${nameOf(name)}` } },
  "x-code": declaration.code,
  "x-wildcard": declaration.wildcard as boolean,
  "x-plans": plans,
  ...(filledFrom === undefined ? {} : { "x-filled-from": filledFrom }),
})

const statusMessage: JsonSchema = {
  name: "status",
  title: "Status",
  summary: "What became of a connection, a key or a subscription.",
  contentType: "application/json",
  payload: { type: "array", items: { $ref: "#/components/schemas/Status" } },
}

const actionMessage: JsonSchema = {
  name: "action",
  title: "Action",
  summary: "What a client asks for.",
  contentType: "application/json",
  payload: { $ref: "#/components/schemas/Action" },
}

type Entries = ReadonlyArray<Topics.TopicEntry>

const clustersIn = (topics: Entries) => Object.entries(Array.groupBy(topics, ({ declaration }) => pathOf(declaration)))

const reference = (...path: ReadonlyArray<string>) => ({
  $ref: `#/${path.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`,
})

const channelOf = (path: string, topics: Entries): JsonSchema => ({
  address: path,
  title: path.slice(1),
  description: `The connection of ${path.slice(1)}.`,
  messages: Object.fromEntries(
    ["status", "action", ...topics.map(({ name }) => name)].map((name) => [
      name,
      reference("components", "messages", name),
    ]),
  ),
})

const operationsOf = (path: string, topics: Entries): Readonly<Record<string, JsonSchema>> => {
  const own = path.slice(1).replaceAll("/", ".")
  const channel = reference("channels", own)
  const operation = (action: "send" | "receive", summary: string, messages: ReadonlyArray<string>): JsonSchema => ({
    ...{ action, channel, title: summary, summary, security: [reference("components", "securitySchemes", "key")] },
    messages: messages.map((name) => reference("channels", own, "messages", name)),
  })
  return {
    [`${own}.act`]: operation("receive", `Takes the key and the subscriptions of ${path.slice(1)}.`, ["action"]),
    [`${own}.tell`]: operation("send", "Tells what became of them.", ["status"]),
    ...Object.fromEntries(topics.map(({ name, text }) => [name, operation("send", text, [name])])),
  }
}

/** Returns the document of topics as JSON. */
export const of = (topics: Entries): string => {
  const clusters = clustersIn(topics)
  const document: JsonSchema = {
    asyncapi: "3.0.0",
    info,
    servers,
    defaultContentType: "application/json",
    channels: Object.fromEntries(
      clusters.map(([path, topics]) => [path.slice(1).replaceAll("/", "."), channelOf(path, topics)]),
    ),
    operations: Object.assign({}, ...clusters.map(([path, topics]) => operationsOf(path, topics))) as JsonSchema,
    components: {
      securitySchemes: { key: { type: "apiKey", in: "user", description: "The key, in the action `auth`." } },
      messages: {
        status: statusMessage,
        action: actionMessage,
        ...Object.fromEntries(topics.map((topic) => [topic.name, messageOf(topic)])),
      },
      schemas: {
        Status: statusSchema,
        Action: actionSchema,
        ...Object.fromEntries(topics.map((topic) => [nameOf(topic.name), schemaOf(topic)])),
      },
    },
  }
  return ExactJson.stringify(document as ExactJson.Json, 2)
}

/** Document of the live channel as JSON. */
export const make = (): string => of(Topics.topics)
