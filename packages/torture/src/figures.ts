/** All figures, in the order of the table. */
import type { Figure } from "./Figure.js"
import { crash } from "./figures/crash.js"
import { load } from "./figures/load.js"
import { recoverableFaults } from "./figures/recoverableFaults.js"

export const figures: ReadonlyArray<Figure> = [recoverableFaults, crash, load]
