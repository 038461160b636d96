/** The types of products and contracts: a contract by itself, or a combination of several. */
export const types = ["single", "combo"] as const
