/** Types of products and contracts: a single contract, or a combination of several. */
export const types = ["single", "combo"] as const
