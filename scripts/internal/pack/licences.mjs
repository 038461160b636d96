// The licences of third-party packages whose code bundles hold. `build/bundle.mjs` writes their
// texts beside the bundles.

/** Where a tarball with bundles has the licence texts. */
export const notices = "bundle/THIRD-PARTY-NOTICES.txt"

/** Licences that permit copies in a package under MIT, given their texts. */
const permitted = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "Python-2.0"],
  ...["Unlicense", "Zlib"],
])

/** Whether one of the licences between which a package lets choose is permitted. */
const isPermitted = (expression) => {
  const alternatives = expression.replace(/[()]/g, "").split(" OR ")
  return alternatives.some((licences) => licences.split(" AND ").every((licence) => permitted.has(licence)))
}

/** The packages that a text of notices names. */
export const named = (text) =>
  Array.from(
    text.matchAll(/^((?:@[^/\s]+\/)?[^@/\s]+) (\d+\.\d+\.\d+\S*) \((.+)\)\n\n([^]*?)(?=\n-{80}\n|$(?![^]))/gm),
    (match) => {
      const [, name, version, licence, body] = match
      return { name, version, licence, hasText: !body.startsWith("License: ") }
    },
  )

/** What is wrong with the notices of a bundle. */
export const unfit = (text) => {
  const packages = named(text)
  if (packages.length === 0) return ["it names no package"]
  return packages.flatMap(({ licence, name, version }) =>
    isPermitted(licence)
      ? []
      : [`${name} ${version} has the licence ${licence}, which is not on the list of permitted ones`],
  )
}
