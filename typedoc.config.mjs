import { options, servicesOf } from "./scripts/internal/reference.mjs"
import { publicPackages, root } from "./scripts/internal/workspace.mjs"

/** The API reference. */
export default options(root, publicPackages, await servicesOf(publicPackages))
