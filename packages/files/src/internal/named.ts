import { FileError } from "../FileError.js"

/** Names the file in an error of a coder, which does not know where its bytes come from or go. */
export const named = (path: string) => (error: FileError) =>
  error.path === undefined ? new FileError({ reason: error.reason, detail: error.detail, path }) : error
