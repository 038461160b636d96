/** The topics of all live services, and the facts of the service's own document of them. */
import { readFileSync } from "node:fs"
import type * as Topic from "@candela/core/declare/Topic"
import { CryptoLive } from "@candela/crypto/Live"
import { ForexLive } from "@candela/forex/Live"
import { FuturesLive } from "@candela/futures/Live"
import { IndicesLive } from "@candela/indices/Live"
import { OptionsLive } from "@candela/options/Live"
import { StocksLive } from "@candela/stocks/Live"

export const topics: ReadonlyArray<Topic.Any> = [
  StocksLive,
  OptionsLive,
  ForexLive,
  CryptoLive,
  IndicesLive,
  FuturesLive,
].flatMap((service) => Object.values<Topic.Any>(service.topics))

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
