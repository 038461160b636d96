/** Whether everything is tried, as with `./scripts/test --all`. */
export const isAll: boolean = process.env["CANDELA_ALL"] !== undefined

/** So many cases of a property with `./scripts/test --all`, a twelfth of them by default. */
export const runs = (cases: number): number => (isAll ? cases : Math.ceil(cases / 12))

/**
 * Some of the cases, from the one at a place on: every fourth, and of many, as all endpoints, about a dozen. With
 * `--all` each of them.
 */
export const sampled = <A>(cases: ReadonlyArray<A>, place: number): ReadonlyArray<A> => {
  const step = Math.max(4, Math.ceil(cases.length / 12))
  return isAll ? cases : cases.filter((_, index) => (index + place) % step === 0)
}

/** Property tests run the same cases every time. */
export const seeded = { fastCheck: { seed: 20240229, numRuns: runs(300) } }
