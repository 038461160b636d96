// What changes for users, from the files of `.changeset`.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A changeset: the packages that it names, each with the kind of its bump, and its text. */
export const parse = (text) => {
  const found = /^---\n([^]*?)\n---\n([^]*)$/.exec(text)
  if (found === null) throw new Error("a changeset begins with the packages that it changes, between two lines of ---")
  const packages = Array.from(found[1].matchAll(/^"([^"]+)": (patch|minor|major)$/gm), ([, name, bump]) => ({
    name,
    bump,
  }))
  return { packages, text: found[2].trim() }
}

/** The changesets of a folder, by the names of their files. */
export const read = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => parse(readFileSync(join(folder, name), "utf8")))

const bold = ({ packages }) => packages.map(({ name }) => `\`${name.replace("@candela/", "")}\``).join(", ")

/** The notes of a release, in Markdown. */
export const notes = (version, changesets) =>
  [`# Candela ${version}`, ...changesets.map((changeset) => `- ${bold(changeset)}: ${changeset.text}`)].join("\n\n") +
  "\n"
