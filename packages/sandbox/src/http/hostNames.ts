/** Names and addresses that lead to the machine itself, as `URL.hostname` has them. A name under `localhost` does so too (RFC 6761, section 6.3). */
const loopback = /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/

/** How `URL.hostname` writes a host name or an address; `undefined` where it is none. */
export const normalize = (name: string): string | undefined => {
  const url = `http://${name}`
  // `URL` drops port 80, the default of `http`: a port is looked for in the text.
  if (!/^[^\s/?#@\\]+$/.test(name) || /:\d*$/.test(name) || !URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/\.$/, "")
}

/**
 * Whether a server answers requests for a host name. One that listens on loopback answers for the names of loopback and those it is given: a page in a browser
 * could otherwise let a name of its own lead here, and read what is served (DNS rebinding). One that listens elsewhere has names that only its users know.
 */
export const served = (listening: string, names: ReadonlyArray<string>): ((hostname: string) => boolean) => {
  const isLoopback = (hostname: string) => loopback.test(hostname.replace(/\.$/, ""))
  const own = normalize(listening.includes(":") ? `[${listening}]` : listening)
  if (own === undefined || !isLoopback(own)) return () => true
  const given = new Set(names.map(normalize))
  return (hostname) => isLoopback(hostname) || given.has(hostname.replace(/\.$/, ""))
}
