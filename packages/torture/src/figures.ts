/** All figures, in the order of the table. */
import type { Figure } from "./Figure.js"
import { crash } from "./figures/crash.js"
import { endlessBodies } from "./figures/endlessBodies.js"
import { hostileDocuments } from "./figures/hostileDocuments.js"
import { hostileRequests } from "./figures/hostileRequests.js"
import { keyLeaks } from "./figures/keyLeaks.js"
import { load } from "./figures/load.js"
import { recoverableFaults } from "./figures/recoverableFaults.js"

export const figures: ReadonlyArray<Figure> = [
  recoverableFaults,
  hostileDocuments,
  endlessBodies,
  hostileRequests,
  keyLeaks,
  crash,
  load,
]
