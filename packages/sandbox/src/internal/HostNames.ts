/**
 * Loopback names and addresses, as in `URL.hostname`. Names under `localhost` are loopback too (RFC 6761, section 6.3).
 */
const loopback = /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/

/** Normalizes a host name or an address as `URL.hostname` does; `undefined` for anything else. */
export const normalize = (name: string): string | undefined => {
  const url = `http://${name}`
  // `URL` drops port 80, the default of `http`, so the text is searched for a port.
  // protects: A host name with port 80 is refused like one with any other port, though URL drops it.
  // mutant: "has no port, not even the default one of http": without || /:\d*$/.test(name)
  if (!/^[^\s/?#@\\]+$/.test(name) || /:\d*$/.test(name) || !URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/\.$/, "")
}

/**
 * Whether a server answers requests for a host name. A server on loopback answers for the names of
 * loopback and the given ones: otherwise a page in a browser could point a name of its own here, and
 * read the answers (DNS rebinding). The names of a server elsewhere are known only to its users.
 */
export const served = (listening: string, names: ReadonlyArray<string>): ((hostname: string) => boolean) => {
  const isLoopback = (hostname: string) => loopback.test(hostname.replace(/\.$/, ""))
  const own = normalize(listening.includes(":") ? `[${listening}]` : listening)
  if (own === undefined || !isLoopback(own)) return () => true
  const given = new Set(names.map(normalize))
  // protects: A page does not read the sandbox by leading its own name to this machine.
  // mutant: "answers for the names of loopback alone": isLoopback(hostname → hostname !== given.size.toString(
  return (hostname) => isLoopback(hostname) || given.has(hostname.replace(/\.$/, ""))
}
