// Packs every public package and checks the tarballs: their contents, licences of what bundles
// hold, publint, attw. The smoke test installs them.
import { execFileSync, spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { notices, unfit } from "./licences.mjs"
import { pack, tarballOf, tarballs } from "./tarballs.mjs"
import { libraries, publicPackages, root } from "../workspace.mjs"

rmSync(tarballs, { recursive: true, force: true })
await pack(tarballs)

const attw = ["--profile", "esm-only", "--no-definitely-typed", "--no-emoji", "--format", "ascii"]

let failed = false
const complain = (name, problem) => {
  failed = true
  console.error(`${name}: ${problem}`)
}

for (const package_ of publicPackages) {
  const { manifest } = package_
  const isLibrary = libraries.includes(package_)
  const tarball = tarballOf(manifest)
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).split("\n")
  const packed = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" })
  const own = isLibrary
    ? ["dist/index.js", "dist/index.d.ts"]
    : Object.values(manifest.bin).map((file) => file.slice(2))
  for (const file of ["AGENTS.md", "LICENSE", "README.md", ...own]) {
    if (!files.includes(`package/${file}`)) complain(manifest.name, `the tarball holds no ${file}`)
  }
  for (const file of files) {
    if (/\.tsbuildinfo$|\/test\/|\.test\./.test(file)) complain(manifest.name, `the tarball holds ${file}`)
  }
  if (/"(workspace|catalog):/.test(packed))
    complain(manifest.name, `the packed package.json holds a range of the workspace:\n${packed}`)

  if (files.some((file) => file.startsWith("package/bundle/"))) {
    if (!files.includes(`package/${notices}`)) complain(manifest.name, `the tarball holds no ${notices}`)
    else {
      const text = execFileSync("tar", ["-xzOf", tarball, `package/${notices}`], { encoding: "utf8" })
      for (const problem of unfit(text)) complain(manifest.name, `${notices}: ${problem}`)
    }
  }

  for (const [tool, ...options] of [
    ["publint/src/cli.js", "run", tarball, "--strict"],
    ...(isLibrary ? [["@arethetypeswrong/cli/dist/index.js", tarball, ...attw]] : []),
  ]) {
    const run = spawnSync(process.execPath, [join(root, "node_modules", tool), ...options], { encoding: "utf8" })
    if (run.status !== 0) complain(manifest.name, `${tool.split("/dist")[0]} found fault:\n${run.stdout}${run.stderr}`)
  }
}
process.exitCode = failed ? 1 : 0
