/** Version of this package, the same as in its manifest: a test compares them. */
export const version = "0.1.0"
