/** The names of the data sets, which the command knows before it loads what makes them. @module */

/** The names of the data sets. */
export const names = ["small", "demo", "quickstart"] as const

/** A data set's name. */
export type Name = (typeof names)[number]

/** Default seed of the data sets. */
export const defaultSeed = 1
