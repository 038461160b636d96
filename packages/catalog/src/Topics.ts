/**
 * All live services of the library: topics, and the fields of their rows. A program of requests alone does not load it.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import * as Field from "./Field.js"
import { liveServices as generated } from "./generated/liveServices.js"
import { liveTexts } from "./generated/liveTexts.js"
import type { TopicTexts } from "./Texts.js"

/** A live service. */
export interface LiveService {
  /** Name of the service, prefix of its topics' names: `stocks`. */
  readonly name: string
  /** Name of its class: `StocksLive`. */
  readonly className: string
  /** Package that exports it: `@candela/stocks`. */
  readonly package: string
  /** Description of the service. */
  readonly text: string
  /** Class of the service. */
  readonly tag: { readonly topics: Topic.Topics }
  /** Topics, in the order of the methods. */
  readonly topics: ReadonlyArray<TopicEntry>
}

/** A topic of a live service. */
export class TopicEntry {
  /** Name: `stocks.trades`. An endpoint may have the same one. */
  readonly name: string
  /** Name of its service: `stocks`. */
  readonly service: string
  /** Name of its method: `trades`. */
  readonly method: string
  /** Tells the search that the rows come from the live channel. */
  readonly live = true

  constructor(
    /** Cluster, code, spelling, schema of a row, and what fills it. */
    readonly declaration: Topic.Any,
    private readonly texts: TopicTexts,
  ) {
    this.name = declaration.name
    const [service, method] = declaration.name.split(".") as [string, string]
    this.service = service
    this.method = method
  }

  /** Description of the rows. */
  get text(): string {
    return this.texts.text
  }

  /** Name of the endpoint that fills what a connection missed; `undefined` if none has the rows. */
  get filledFrom(): string | undefined {
    return this.declaration.fill?.endpoint.name
  }

  /** Plans and feeds that have the topic, in words: `real-time, delayed`. */
  get plans(): string {
    const { delayed, feed } = this.declaration
    return feed === "market" ? (delayed ? "real-time, delayed" : "real-time") : `${feed} plans`
  }

  /** None: a topic is subscribed by tickers alone. */
  get parameters(): ReadonlyArray<never> {
    return []
  }

  /** Fields of a row. */
  get fields(): ReadonlyArray<Field.Field> {
    return Field.all(this.declaration.row, this.texts.fields)
  }
}

/** Live services, in the order of the services with their endpoints. */
export const services: ReadonlyArray<LiveService> = /* @__PURE__ */ generated.map(
  ({ name, package: of, tag, text }) => ({
    name: of.slice(of.indexOf("/") + 1),
    className: name,
    package: of,
    text,
    tag,
    topics: Object.values<Topic.Any>({ ...tag.topics }).map((topic) => new TopicEntry(topic, liveTexts[topic.name]!)),
  }),
)

/** All topics. */
export const topics: ReadonlyArray<TopicEntry> = /* @__PURE__ */ services.flatMap(({ topics }) => topics)

/** Finds the topic with a name, such as `stocks.trades`; `undefined` if there is none. */
export const find = (name: string): TopicEntry | undefined => topics.find((topic) => topic.name === name)
