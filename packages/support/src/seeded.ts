/** Whether everything is tried, as with `./scripts/test --all`. */
export const isAll: boolean = process.env["CANDELA_ALL"] !== undefined

/** Of so many cases of a property one is tried. */
export const oneOf: number = Number(process.env["CANDELA_ONE_OF"] ?? (isAll ? 1 : 12))

/**
 * So many cases of a property with `npx vitest run --mode all FILE` and for mutants, a third of
 * them with `./scripts/test --all`, a twelfth by default. They are the same in each run: a whole
 * run tries them again for changes.
 */
export const runs = (cases: number): number => Math.ceil(cases / oneOf)

/**
 * Some of the cases, from the one at a place on: every fourth, and of many, as all endpoints, about a dozen. With
 * `--all` each of them.
 */
export const sampled = <A>(cases: ReadonlyArray<A>, place: number): ReadonlyArray<A> => {
  const step = Math.max(4, Math.ceil(cases.length / 12))
  return isAll ? cases : cases.filter((_, index) => (index + place) % step === 0)
}

/**
 * Distance between the moments of a long run at which something happens to it: 4 with `./scripts/test --all`, so that
 * each of the three steps of a file comes by turns, else all moments, or those of a distance by default.
 */
export const stride = (byDefault: number): number => (!isAll ? byDefault : oneOf === 1 ? 1 : 4)

/** Property tests run the same cases every time. */
export const seeded = { fastCheck: { seed: 20240229, numRuns: runs(300) } }
