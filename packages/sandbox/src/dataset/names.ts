/** The names of the data sets. */
export const names = ["small", "demo", "quickstart"] as const

/** A data set's name. */
export type Name = (typeof names)[number]

/** The seed of the data sets, unless another is given. */
export const defaultSeed = 1
