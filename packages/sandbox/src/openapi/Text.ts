/**
 * The catalogue's texts for users of HTTP rather than TypeScript.
 *
 * @module
 */

/**
 * HTTP status of each client error. Missing keys are never mentioned: in these texts `Unauthorized`
 * is the refusal of a plan.
 */
const statuses: Readonly<Record<string, string>> = {
  BadResolution: "400",
  Conflict: "409",
  NotFound: "404",
  Unauthorized: "403",
}

/** Replaces the client's errors in a text by HTTP statuses. */
export const onTheWire = (text: string): string =>
  text.replace(/`(\w+)`/g, (code, name: string) => statuses[name] ?? code)

/** Joins several texts: one when all are the same, else each under its name. */
export const joined = (texts: ReadonlyArray<readonly [name: string, text: string]>): string =>
  new Set(texts.map(([, text]) => text)).size === 1
    ? texts[0]![1]
    : texts.map(([name, text]) => `- ${name}: ${text}`).join("\n")
