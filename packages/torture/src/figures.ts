/** All figures, in the order of the table. */
import type { Figure } from "./Figure.js"
import { hostileDocuments } from "./figures/hostileDocuments.js"
import { endlessBodies } from "./figures/endlessBodies.js"
import { hostileRequests } from "./figures/hostileRequests.js"

export const figures: ReadonlyArray<Figure> = [hostileDocuments, endlessBodies, hostileRequests]
