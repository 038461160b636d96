/** Events of a product's session: orders are taken, trading begins, pauses, and ends. */
export const events = ["pre_open", "open", "pause", "close"] as const
