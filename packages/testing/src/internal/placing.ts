/** Matching of requests with the conditions of a rule: endpoint, ticker, page and attempt. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Fault from "../Fault.js"
import * as Document from "./document.js"

/** Fault of the requests that match all given conditions. */
export interface Rule {
  /** Kind of fault. */
  readonly fault: Fault.Name
  /** Requests of this endpoint, by its path. */
  readonly endpoint?: Endpoint.Any | undefined
  /** Requests whose path or parameters contain this ticker, alone or in a list, and their later pages. */
  readonly ticker?: string | undefined
  /**
   * Requests of this page, from 1: the first request of a list is page 1, and a `next_url` leads to
   * the next page. Each shard of a stream has a page 1.
   */
  readonly page?: number | undefined
  /** Attempt of the same URL, from 1: 2 is the first retry. Default: every request. */
  readonly attempt?: number | undefined
  /** Probability of the fault for a request that matches the other conditions, drawn by the seed. Default 1. */
  readonly probability?: number | undefined
  /** Requests for which it returns true; the URL contains no key. */
  readonly where?: ((url: URL) => boolean) | undefined
}

/** Returns the URL without the key: neither a record nor a draw depends on it. */
export const withoutKey = (url: URL): URL => {
  const clean = new URL(url)
  for (const name of [...clean.searchParams.keys()]) {
    if (/^api[_-]?key$/i.test(name)) clean.searchParams.delete(name)
  }
  clean.hash = clean.username = clean.password = ""
  return clean
}

/** Returns path and query. A page after `EmptyPage` is the page itself. */
export const pathOf = (url: URL): string => (url.pathname + url.search).replace(/\??&+$/, "")

const isCount = (count: number | undefined) => count === undefined || (Number.isSafeInteger(count) && count >= 1)

/** Whether a request can match a rule. */
export const isPossible = ({ attempt, page, probability = 1 }: Rule): boolean =>
  isCount(page) && isCount(attempt) && probability >= 0 && probability <= 1

/** Whether a rule depends on the sequence of pages. */
export const needsPages = ({ page, ticker }: Rule): boolean => page !== undefined || ticker !== undefined

/** Whether a URL is of an endpoint, by the end of the path: the base URL may have its own path. */
const isOf = ({ path }: Endpoint.Any, { pathname }: URL): boolean => {
  const template = path.split("/").slice(1)
  const segments = pathname.split("/").slice(-template.length)
  return template.every((part, index) =>
    part.startsWith("{") ? segments[index] !== undefined : part === segments[index],
  )
}

const decoded = (segment: string) => new URLSearchParams(`_=${segment.replaceAll("+", "%2B")}`).get("_")

const names = (url: URL, ticker: string): boolean =>
  url.pathname.split("/").some((segment) => decoded(segment) === ticker) ||
  [...url.searchParams.values()].some((value) => value.split(",").includes(ticker))

/** A page of a list: its number, and the first request of the list. */
interface Page {
  readonly page: number
  readonly first: URL
}

/** Requested lists, with the pages to which their responses lead. */
export class Listings {
  private readonly pages = new Map<string, Page>()

  private pageOf(url: URL): Page {
    return this.pages.get(pathOf(url)) ?? { page: 1, first: url }
  }

  /** Learns the next page from a response. */
  readonly follow = (requested: URL, { body }: Fault.Response): void => {
    const url = withoutKey(requested)
    const next = Document.nextUrlOf(body)
    if (next === undefined || !URL.canParse(next, url)) return
    const { first, page } = this.pageOf(url)
    this.pages.set(pathOf(withoutKey(new URL(next, url))), { page: page + 1, first })
  }

  /** Whether a request matches the conditions of a rule, except its probability. */
  fulfils(url: URL, attempt: number, rule: Rule): boolean {
    const { first, page } = this.pageOf(url)
    return (
      (rule.endpoint === undefined || isOf(rule.endpoint, url)) &&
      (rule.ticker === undefined || names(url, rule.ticker) || names(first, rule.ticker)) &&
      (rule.page === undefined || rule.page === page) &&
      (rule.attempt === undefined || rule.attempt === attempt) &&
      (rule.where === undefined || rule.where(url))
    )
  }
}
