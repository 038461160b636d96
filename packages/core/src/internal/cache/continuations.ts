/** Which pages continue which, of answers that are final: their URLs hold a cursor in place of the range. */
import type * as Endpoint from "../../Endpoint.js"
import { resolve } from "../http/nextUrl.js"

/** The page before a page, and whether it was kept. */
interface Before {
  readonly url: string
  readonly kept: boolean
}

export class Continuations {
  private readonly pages = new Map<string, Before>()

  constructor(private readonly most: number) {}

  /** Notes that a page continues at a `next_url`. The pages that were noted first are forgotten first. */
  add(endpoint: Endpoint.Any, url: string, next: string | undefined, kept: boolean): void {
    const target = next && resolve(next, url)
    if (!target) return
    this.pages.set(`${endpoint.name} ${target}`, { url, kept })
    if (this.pages.size > this.most) this.pages.delete(this.pages.keys().next().value!)
  }

  has(endpoint: Endpoint.Any, url: string): boolean {
    return this.pages.has(`${endpoint.name} ${url}`)
  }

  /** The pages that lead to a page, from the first one on; none where the page before it was not kept. */
  before(endpoint: Endpoint.Any, url: string): ReadonlyArray<string> {
    const found = new Set<string>()
    const pageBefore = (url: string) => this.pages.get(`${endpoint.name} ${url}`)
    if (pageBefore(url)?.kept !== true) return []
    for (let page = pageBefore(url); page !== undefined && !found.has(page.url); page = pageBefore(page.url)) {
      found.add(page.url)
    }
    return [...found].toReversed()
  }
}
