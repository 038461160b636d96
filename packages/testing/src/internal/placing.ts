/** Which requests fulfil the conditions of a rule: their endpoint, ticker, page and attempt. */
import type * as Endpoint from "@candela/core/Endpoint"
import type { Answer } from "../Fault.js"
import type { Rule } from "../Faults.js"
import * as Document from "./document.js"

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
  readonly follow = (requested: URL, { body }: Answer): void => {
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
