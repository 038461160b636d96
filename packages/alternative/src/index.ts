/**
 * {@include ../README.md}
 *
 * @module @candela/alternative
 */
