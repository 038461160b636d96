/**
 * SQL expression of a number from 0 to 1 that follows from a text alone: the same on every machine. `part`, from 0 to
 * 3, gives several of one text.
 */
export const chanceSql = (text: string, part = 0): string =>
  `(('0x' || substr(md5(${text}), ${1 + 8 * part}, 8))::BIGINT / 4294967296.0)`
