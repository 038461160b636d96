/** The topics of all live services, and the facts of the service's own document of them. */
import { readFileSync } from "node:fs"
import type * as Topic from "@candela/core/declare/Topic"
import * as Topics from "@candela/catalog/Topics"

export const topics: ReadonlyArray<Topic.Any> = Topics.topics.map(({ declaration }) => declaration)

/** A topic in the service's document: its facts, without its texts. */
export interface Documented {
  /** Path: `/stocks/AM`, `/business/stocks/FMV`. */
  readonly path: string
  /** Whether the delayed feed has it. */
  readonly delayed: boolean
  /** Whether its text offers `*`. */
  readonly wildcard: boolean
  /** Types of the keys of an event, apart from `ev`. */
  readonly types: Readonly<Record<string, string>>
  /** The example of an event. */
  readonly event: string
}

export const document: ReadonlyArray<Documented> = JSON.parse(
  readFileSync(new URL("document.json", import.meta.url), "utf8"),
)

/** The path of a topic in the service's document. */
export const pathOf = ({ cluster, code, feed }: Topic.Any): string =>
  `${feed === "market" ? "" : `/${feed}`}/${cluster}/${code}`
