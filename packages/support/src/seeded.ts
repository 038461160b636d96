/** Whether everything is tried, as with `./scripts/test --all`. */
export const isAll: boolean = process.env["CANDELA_ALL"] !== undefined

/** So many cases of a property with `./scripts/test --all`, an eighth of them by default. */
export const runs = (cases: number): number => (isAll ? cases : Math.ceil(cases / 8))

/** Every fourth of some cases, from the one at a place on; with `--all` each of them. */
export const sampled = <A>(cases: ReadonlyArray<A>, place: number): ReadonlyArray<A> =>
  isAll ? cases : cases.filter((_, index) => (index + place) % 4 === 0)

/** Property tests run the same cases every time. */
export const seeded = { fastCheck: { seed: 20240229, numRuns: runs(300) } }
