import { options } from "./scripts/internal/reference/reference.mjs"
import { servicesOf } from "./scripts/internal/generate/services.mjs"
import { libraries, root } from "./scripts/internal/workspace.mjs"

/** The API reference. */
export default options(root, libraries, await servicesOf(libraries))
