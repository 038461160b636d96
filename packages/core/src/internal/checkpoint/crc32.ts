/**
 * CRC-32 of a text. It detects any damage within 32 successive bits, and is computed synchronously:
 * `crypto.subtle` is asynchronous, and missing on pages without HTTPS.
 */
const polynomial = 0xedb88320

/** Returns eight hexadecimal digits. */
export const crc32 = (text: string): string => {
  let crc = ~0
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0)
  }
  return (~crc >>> 0).toString(16).padStart(8, "0")
}
