// What has changed in the public APIs since the last release: the difference of their reports, `packages/*/api.md`.
import { output } from "../process.mjs"
import { root } from "../workspace.mjs"

const git = (...args) => output("git", args, { cwd: root })

/** The tag of the last release before a commit; `undefined` before the first. */
export const lastRelease = async (commit) => {
  const tags = await git("tag", "--list", "v*", "--merged", commit, "--sort=-version:refname")
  return tags.split("\n")[0] || undefined
}

/**
 * How many lines of declarations a difference adds and removes, by package. Removed or changed
 * lines may break programs.
 */
export const counted = (difference) => {
  const packages = []
  for (const line of difference.split("\n")) {
    const name = /^diff --git a\/packages\/([^/]+)\/api\.md /.exec(line)?.[1]
    if (name !== undefined) packages.push({ name, added: 0, removed: 0 })
    else if (/^\+(?!\+\+ )/.test(line)) packages.at(-1).added += 1
    else if (/^-(?!-- )/.test(line)) packages.at(-1).removed += 1
  }
  return packages
}

/** The difference of the reports from one commit to another. */
export const difference = (from, to) => git("diff", "--no-color", from, to, "--", "packages/*/api.md")
