/** Differences between requests. */

/** A request as it is compared. The host does not count, and the order of parameters neither. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly params: ReadonlyArray<readonly [name: string, value: string]>
}

/** A part of a request in which it differs from another. */
export interface Difference {
  /** `method`, `path`, or the name of a parameter. */
  readonly part: string
  /** Value in the request; absent where it has none. */
  readonly asked: string | undefined
  /** Value in the other request. */
  readonly recorded: string | undefined
}

/** Reads path and query. */
export const read = (method: string, url: string): Asked => {
  const { pathname, searchParams } = new URL(url, "http://service")
  return { method, path: pathname, params: [...searchParams] }
}

/** The same text for equal requests alone. Values of one parameter keep their order. */
export const keyOf = ({ method, params, path }: Asked): string =>
  JSON.stringify([method, path, [...params].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))])

const valueOf = ({ params }: Asked, name: string): string | undefined => {
  const values = params.filter(([other]) => other === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(" and ")
}

/** The parts in which a request differs from a recorded one. */
export const between = (asked: Asked, recorded: Asked): ReadonlyArray<Difference> => {
  const names = new Set([...asked.params, ...recorded.params].map(([name]) => name))
  return [
    { part: "method", asked: asked.method, recorded: recorded.method },
    { part: "path", asked: asked.path, recorded: recorded.path },
    ...Array.from(names, (name) => ({ part: name, asked: valueOf(asked, name), recorded: valueOf(recorded, name) })),
  ].filter(({ asked, recorded }) => asked !== recorded)
}

/** Distance between two requests: a path counts by its segments, and more than any parameter. */
const distance = (asked: Asked, recorded: Asked): number => {
  const [own, other] = [asked, recorded].map(({ path }) => path.split("/")) as [Array<string>, Array<string>]
  const segments =
    own.length === other.length ? own.filter((segment, index) => segment !== other[index]).length : own.length
  return 100 * segments + between(asked, recorded).length
}

/** The nearest of the recorded requests, and the differences from it; `undefined` where nothing is recorded. */
export const nearest = <Recorded extends Asked>(
  asked: Asked,
  recorded: ReadonlyArray<Recorded>,
): { readonly request: Recorded; readonly differences: ReadonlyArray<Difference> } | undefined => {
  const [request] = [...recorded].sort((one, other) => distance(asked, one) - distance(asked, other))
  return request && { request, differences: between(asked, request) }
}
