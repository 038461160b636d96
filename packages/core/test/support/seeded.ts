/** So many cases of a property with `./scripts/test --all`, a quarter of them by default. */
export const runs = (cases: number): number => (process.env["CANDELA_ALL"] === undefined ? Math.ceil(cases / 4) : cases)

/** Property tests run the same cases every time. */
export const seeded = { fastCheck: { seed: 20240229, numRuns: runs(300) } }
