/** Symbol of the annotation by which a schema says what its values are, as data: `Structure` reads it. */
export const Mark: unique symbol = Symbol.for("@candela/core/Structure")
