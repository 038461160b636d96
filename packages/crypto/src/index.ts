/**
 * {@include ../README.md}
 *
 * @module @candela/crypto
 */
export { Crypto } from "./Crypto.js"
