/**
 * Tables as comma-separated values (RFC 4180).
 *
 * @module
 */

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A header and rows of texts. Lines end with CR LF; a text with a comma, a quote or a line break is quoted. */
export const write = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [header, ...rows].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("")
