/**
 * What the doc comments of the domains say of endpoints, parameters and fields: for whoever shows it at run time.
 *
 * @module
 */
export { descriptions as all, type Description } from "./generated/descriptions.js"
