/** Which requests fulfil the conditions of a rule: their endpoint, ticker, page and attempt. */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Fault from "../Fault.js"
import * as Document from "./document.js"

/** A fault of the requests that fulfil all conditions that are given. */
export interface Rule {
  /** The kind of fault. */
  readonly fault: Fault.Name
  /** Requests of this endpoint, by its path. */
  readonly endpoint?: Endpoint.Any | undefined
  /** Requests whose path or parameters name this ticker, alone or in a list, and the pages that follow from them. */
  readonly ticker?: string | undefined
  /** Requests of this page, from 1: the first request of a list is page 1, and a `next_url` leads to the next page. Each shard of a stream has a page 1. */
  readonly page?: number | undefined
  /** This request of the same URL, from 1: 2 is the first retry. Default every request. */
  readonly attempt?: number | undefined
  /** The probability that a request that fulfils the other conditions meets the fault, drawn by the seed. Default 1. */
  readonly probability?: number | undefined
  /** Requests for which it returns true; the URL holds no key. */
  readonly where?: ((url: URL) => boolean) | undefined
}

/** The URL without the key: neither a record nor a draw depends on it. */
export const withoutKey = (url: URL): URL => {
  const clean = new URL(url)
  for (const name of [...clean.searchParams.keys()]) {
    if (/^api[_-]?key$/i.test(name)) clean.searchParams.delete(name)
  }
  clean.hash = clean.username = clean.password = ""
  return clean
}

/** Path and query. A page that `EmptyPage` leads to is the page itself. */
export const pathOf = (url: URL): string => (url.pathname + url.search).replace(/\??&+$/, "")

const isCount = (count: number | undefined) => count === undefined || (Number.isSafeInteger(count) && count >= 1)

/** Whether a request can fulfil a rule. */
export const isPossible = ({ attempt, page, probability = 1 }: Rule): boolean =>
  isCount(page) && isCount(attempt) && probability >= 0 && probability <= 1

/** Whether a rule depends on how pages follow one another. */
export const needsPages = ({ page, ticker }: Rule): boolean => page !== undefined || ticker !== undefined

/** The base URL may have a path of its own, so that the path's end counts. */
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

/** A page of a list: its number, and the request that the list began with. */
interface Page {
  readonly page: number
  readonly first: URL
}

/** The lists that were requested, with the pages that their answers lead to. */
export class Listings {
  private readonly pages = new Map<string, Page>()

  private pageOf(url: URL): Page {
    return this.pages.get(pathOf(url)) ?? { page: 1, first: url }
  }

  /** Learns which page follows from an answer. */
  readonly follow = (requested: URL, { body }: Fault.Answer): void => {
    const url = withoutKey(requested)
    const next = Document.nextUrlOf(body)
    if (next === undefined || !URL.canParse(next, url)) return
    const { first, page } = this.pageOf(url)
    this.pages.set(pathOf(withoutKey(new URL(next, url))), { page: page + 1, first })
  }

  /** Whether a request fulfils the conditions of a rule, except its probability. */
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
