import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"

/**
 * A schema that is built on its first use: a program imports many declarations, and uses few. What reads its syntax
 * tree builds it, such as a schema that is made of it.
 */
export const lazySchema = <A, I>(build: () => Schema.Schema<A, I>): Schema.Schema<A, I> => {
  let ast: AST.AST | undefined
  // The rest of a schema is the same for all, and reads the tree.
  return Object.create(Schema.Never, { ast: { get: () => (ast ??= build().ast) } }) as never
}
