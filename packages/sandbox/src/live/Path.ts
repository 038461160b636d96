/**
 * Paths of the live channel: a cluster, by the host that serves it. One port has one host, so that hosts are folders
 * here: `/stocks`, `/delayed/stocks`, `/business/stocks`, `/launchpad/stocks`.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import type { Subscription } from "../access/Subscription.js"

/** A path. */
export interface Path {
  /** Cluster of its topics. */
  readonly cluster: Topic.Cluster
  /** Host of the service that the path stands for. */
  readonly host: "market" | "delayed" | "business" | "launchpad"
}

/** Clusters. */
export const clusters: ReadonlyArray<Topic.Cluster> = ["stocks", "options", "forex", "crypto", "indices", "futures"]

/** How far the delayed host is behind, milliseconds. */
export const delay = 15 * 60_000

const pattern = /^(?:\/(delayed|business|launchpad))?\/(\w+?)(?:\/(?:cme|cbot|nymex|comex))?$/

/** Parses the path of a URL; `undefined` for any other one. Exchanges of futures share one feed. */
export const parse = (pathname: string): Path | undefined => {
  const [, host = "market", name] = pattern.exec(pathname) ?? []
  const cluster = clusters.find((cluster) => cluster === name)
  const isExchange = /\/(cme|cbot|nymex|comex)$/.test(pathname)
  return cluster === undefined || (isExchange && cluster !== "futures")
    ? undefined
    : { cluster, host: host as Path["host"] }
}

/** Formats a path. */
export const format = ({ cluster, host }: Path): string => (host === "market" ? `/${cluster}` : `/${host}/${cluster}`)

/** Whether a plan has a path. */
export const isIncluded = ({ host }: Path, { delay, fairMarketValue, name }: Subscription): boolean => {
  if (host === "delayed") return name !== "basic"
  return host === "market" ? delay === 0 : fairMarketValue
}
