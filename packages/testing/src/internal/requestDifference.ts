/** Differences between requests. */

/** A request for comparison, ignoring the host and the order of parameters. */
export interface ComparedRequest {
  readonly method: string
  readonly path: string
  readonly params: ReadonlyArray<readonly [name: string, value: string]>
}

/** A difference between two requests. */
export interface Difference {
  /** Differing part: `method`, `path`, or the name of a parameter. */
  readonly part: string
  /** Value in the request; absent if it has none. */
  readonly asked: string | undefined
  /** Value in the other request. */
  readonly recorded: string | undefined
}

/** Parses path and query. */
export const read = (method: string, url: string): ComparedRequest => {
  const { pathname, searchParams } = new URL(url, "http://service")
  return { method, path: pathname, params: [...searchParams] }
}

/** Returns the same text only for equal requests. Values of one parameter keep their order. */
// protects: A request that was not recorded is not answered.
// mutant: "answers no request that was not recorded, whatever the key": , [ → .replace(/\d+/g, ''), [
export const keyOf = ({ method, params, path }: ComparedRequest): string =>
  JSON.stringify([method, path, [...params].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))])

const valueOf = ({ params }: ComparedRequest, name: string): string | undefined => {
  const values = params.filter(([other]) => other === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(" and ")
}

/** Returns the differences between a request and a recorded one. */
export const between = (asked: ComparedRequest, recorded: ComparedRequest): ReadonlyArray<Difference> => {
  const names = new Set([...asked.params, ...recorded.params].map(([name]) => name))
  return [
    { part: "method", asked: asked.method, recorded: recorded.method },
    { part: "path", asked: asked.path, recorded: recorded.path },
    ...Array.from(names, (name) => ({ part: name, asked: valueOf(asked, name), recorded: valueOf(recorded, name) })),
  ].filter(({ asked, recorded }) => asked !== recorded)
}

/** Distance between two requests: a path is compared by segments, and outweighs any parameter. */
const distance = (asked: ComparedRequest, recorded: ComparedRequest): number => {
  const [own, other] = [asked, recorded].map(({ path }) => path.split("/")) as [Array<string>, Array<string>]
  const segments =
    own.length === other.length ? own.filter((segment, index) => segment !== other[index]).length : own.length
  return 100 * segments + between(asked, recorded).length
}

/** Returns the nearest recorded request, and the differences from it; `undefined` if nothing is recorded. */
export const nearest = <Recorded extends ComparedRequest>(
  asked: ComparedRequest,
  recorded: ReadonlyArray<Recorded>,
): { readonly request: Recorded; readonly differences: ReadonlyArray<Difference> } | undefined => {
  const [request] = [...recorded].sort((one, other) => distance(asked, one) - distance(asked, other))
  return request && { request, differences: between(asked, request) }
}
