/** Property tests run the same cases every time. */
export const seeded = { fastCheck: { seed: 20240229, numRuns: 300 } }
