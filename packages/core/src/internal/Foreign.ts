/**
 * Texts of others: of a service, a file, a path, a client of the sandbox. What shows one to people
 * (errors, logs, tables, reports, terminals) prints it by this module, so that no text moves a
 * cursor, sets a title, fills a clipboard or reverses the direction of what follows it.
 *
 * ```ts
 * Foreign.show("AB\u001b[2J") // "AB\\u001b[2J"
 * ```
 *
 * @module
 */

/**
 * C0 with ESC, DEL, C1; marks of direction; separators of lines and paragraphs; the byte order mark.
 * With the `u` flag `\p{Surrogate}` matches lone surrogates only, which no encoder of UTF-8 can write.
 */
const unsafe = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Texts of a single line in common characters: most of them. */
const plain = /^[\x20-\x7e]*$/

const short: Readonly<Record<string, string>> = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" }

const escaped = (character: string): string =>
  short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Text on one line: control characters (with line feeds and tabs), marks of direction and lone
 * surrogates appear as the escapes of JSON, `\u001b` and `\n`. Everything else is unchanged, so
 * that a text may be printed again, and a string of JSON stays the same string.
 */
// protects: Texts of others have their control characters as escapes.
// mutant: "show what a terminal would interpret": (plain.test(text) ? text : text.replace(unsafe, escaped)) → text
export const show = (text: string): string => (plain.test(text) ? text : text.replace(unsafe, escaped))

/** Text of several lines, each printed by {@link show}: for texts whose line feeds are ours. */
export const lines = (text: string): string =>
  plain.test(text) ? text : text.replace(unsafe, (character) => (character === "\n" ? character : escaped(character)))
