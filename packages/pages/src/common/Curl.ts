/**
 * Requests as commands of the shell.
 *
 * @module
 */

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A `curl` command for a URL. The key is a variable of the shell. */
export const curl = (url: string): string =>
  [`curl ${quoted(url)} \\`, `  --header "Authorization: Bearer $MARKET_DATA_API_KEY"`].join("\n")
