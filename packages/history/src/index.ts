/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export {}
