/** Version of this package, as its manifest says: a test compares them. */
export const version = "0.1.0"
