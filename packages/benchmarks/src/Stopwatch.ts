/**
 * Milliseconds of the machine's monotonic clock: fine enough for a page, and comparable between
 * processes of one machine.
 */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6
