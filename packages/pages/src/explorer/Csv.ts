/**
 * Tables as comma-separated values (RFC 4180).
 *
 * @module
 */

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Formats rows of texts as lines. They end with CR LF; a text with a comma, a quote or a line break is quoted. */
export const lines = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("")
