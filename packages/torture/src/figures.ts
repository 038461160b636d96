/** All figures, in the order of the table. */
import type { Figure } from "./Figure.js"

export const figures: ReadonlyArray<Figure> = []
