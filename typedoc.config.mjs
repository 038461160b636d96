import { options } from "./scripts/internal/reference/reference.mjs"
import { servicesOf } from "./scripts/internal/generate/services.mjs"
import { publicPackages, root } from "./scripts/internal/workspace.mjs"

/** The API reference. */
export default options(root, publicPackages, await servicesOf(publicPackages))
