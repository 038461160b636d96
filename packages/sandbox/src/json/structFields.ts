import { identity, SchemaAST as AST } from "effect"

/** A field of a struct: its names, and its type with what it is encoded to. */
export interface StructField {
  /** The key in a row. */
  readonly name: string
  /** The key on the wire. */
  readonly wire: string
  /** Whether a row may lack it. */
  readonly optional: boolean
  /** What stands on the wire; its type side is what stands in a row, but for `null` where that means absent. */
  readonly type: AST.AST
}

const fieldsOf = (
  from: AST.TypeLiteral,
  to: AST.TypeLiteral,
  transformations: ReadonlyArray<AST.PropertySignatureTransformation>,
): ReadonlyArray<StructField> | undefined => {
  // Any other transformation makes values of its own.
  if (transformations.some(({ encode }) => encode !== identity)) return undefined
  const fields = to.propertySignatures.map(({ isOptional, name }) => {
    const wire = transformations.find((transformation) => transformation.to === name)?.from ?? name
    const sent = from.propertySignatures.find((field) => field.name === wire)
    return sent === undefined || sent.isOptional !== isOptional || typeof name !== "string" || typeof wire !== "string"
      ? undefined
      : { name, wire, optional: isOptional, type: sent.type }
  })
  return from.indexSignatures.length === 0 && fields.every((field) => field !== undefined) ? fields : undefined
}

/** The fields of a struct in their order; `undefined` for anything else, and for a struct with index signatures. */
export const structFields = (ast: AST.AST): ReadonlyArray<StructField> | undefined => {
  if (AST.isRefinement(ast)) return structFields(ast.from)
  if (AST.isSuspend(ast)) return structFields(ast.f())
  if (AST.isTypeLiteral(ast)) return fieldsOf(ast, ast, [])
  // The items of the unified snapshot, which the sandbox writes under the names of the wire.
  if (AST.isTransformation(ast) && AST.isFinalTransformation(ast.transformation)) return structFields(ast.from)
  return AST.isTransformation(ast) &&
    AST.isTypeLiteral(ast.from) &&
    AST.isTypeLiteral(ast.to) &&
    AST.isTypeLiteralTransformation(ast.transformation)
    ? fieldsOf(ast.from, ast.to, ast.transformation.propertySignatureTransformations)
    : undefined
}

/** The members of a union, and a type that is none as its own only member, without `null`, `undefined`, and what a lenient field reads as absent. */
export const presentTypes = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  (AST.isUnion(ast) ? ast.types.flatMap(presentTypes) : [ast]).filter(
    (type) =>
      !AST.isUndefinedKeyword(type) && !AST.isUnknownKeyword(type) && !(AST.isLiteral(type) && type.literal === null),
  )
