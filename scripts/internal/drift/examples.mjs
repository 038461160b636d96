// Whether the examples of a document are answers that the declarations decode.
import { Either } from "effect"
import { endpointsOf } from "./declared.mjs"
import { operationsOf } from "./document.mjs"

const bytesOf = (example) => new TextEncoder().encode(JSON.stringify(example))

const decoded = ({ declaration }, example) => {
  const bytes = bytesOf(example)
  return declaration.kind === "single" ? declaration.decode(bytes) : declaration.decoder.rows(bytes)
}

const told = ({ actual, expected, path }) =>
  `${path}: expected ${expected}, found ${JSON.stringify(actual)?.slice(0, 80)}`

/** A finding for each example that its method refuses. Examples that are no JSON (tables as text) are left out. */
export const refusedExamples = (document) => {
  const operations = operationsOf(document)
  return operations
    .filter(({ example }) => typeof example === "object" && example !== null)
    .flatMap((operation) =>
      endpointsOf(operation, operations).flatMap((entry) => {
        const result = decoded(entry, operation.example)
        return Either.isRight(result)
          ? []
          : [
              {
                ...{ level: "drift", kind: "example", of: "example", at: operation.path, operation: operation.name },
                ...{ endpoint: entry.name, text: told(result.left) },
              },
            ]
      }),
    )
}
