/**
 * Requests as shell commands.
 *
 * @module
 */

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a `curl` command for a URL. The key is a shell variable. */
export const curl = (url: string): string =>
  [`curl ${quoted(url)} \\`, `  --header "Authorization: Bearer $MARKET_DATA_API_KEY"`].join("\n")
