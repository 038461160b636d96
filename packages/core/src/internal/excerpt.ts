/**
 * At most the first `length` characters of a text, as a copy. A slice would keep the whole text in memory, which may be a body of many megabytes, for as long as
 * the error lives that quotes it.
 */
export const excerpt = (text: string, length: number): string => [...text.slice(0, length)].join("")
