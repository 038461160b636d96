/**
 * Results of the site's search box: pages that are named like the question come first, then endpoints that it is
 * about, in the order of the library's own search.
 *
 * @module
 */
import * as Search from "@candela/catalog/Search"

/** Endpoint of the site, as its search reads it. */
export interface Target extends Search.Words {
  /** Path of its page, from the root of the site: `reference/stocks/bars.html`. */
  readonly path: string
  /** Title of its page. */
  readonly title: string
}

/** Result of the search box: `id` is the address of a section of a page. */
export interface Result {
  readonly id: string
  readonly title: string
  readonly titles: ReadonlyArray<string>
}

/** Maximum number of endpoints before other results. */
const most = 5

/**
 * Prepares the order of results. `base` is the address of the site's root. An endpoint has the results of its page
 * if there are any, else its page.
 */
export const make = (targets: ReadonlyArray<Target>, base: string) => {
  const search = Search.among(targets)
  const byName = new Map(targets.map((target) => [target.name, target]))
  return <R extends Result>(question: string, results: ReadonlyArray<R>): ReadonlyArray<Result> => {
    const pages = search(question)
      .filter(({ isAbout }) => isAbout)
      .slice(0, most)
      .map(({ name }) => byName.get(name)!)
    const pageOf = ({ id }: Result) => id.replace(/#.*$/, "")
    const first = pages.map(({ path, title }): Result => {
      const found = results.find((result) => pageOf(result) === base + path && result.titles.length === 0)
      return found ?? { id: `${base}${path}#`, title, titles: [] }
    })
    const isEndpoint = (result: Result) => targets.some(({ path }) => pageOf(result) === base + path)
    const asked = question.trim().toLowerCase()
    const named = results.filter(
      (result) => result.titles.length === 0 && !isEndpoint(result) && result.title.toLowerCase().includes(asked),
    )
    const before = [...named, ...first]
    return [...before, ...results.filter(({ id }) => !before.some((one) => one.id === id))]
  }
}
