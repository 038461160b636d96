// The command of `./scripts/drift`: compares the declarations with an OpenAPI document.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { compare } from "./compare.mjs"
import { parse, Unreadable } from "./document.mjs"
import { refusedExamples } from "./examples.mjs"
import { explained } from "./known.mjs"
import { json, text } from "./report.mjs"

const usage = `Use: ./scripts/drift DOCUMENT [--format text|json] [--all]

Compares the declared endpoints with an OpenAPI document of the service (JSON, version 3), and decodes its examples. Exit code: 0 they agree, 1 they differ, 2 the document cannot be read.

  --format json  the report as JSON
  --all          also differences that are known, with the reason why they stay (scripts/internal/drift/known.mjs),
                 and what the document leaves open: a bound, a unit or words that it does not say`

/** What the command prints, and its exit code. */
export const run = (args) => {
  try {
    return answer(args)
  } catch (error) {
    const isUse =
      error instanceof Unreadable || String(error.code).startsWith("ERR_PARSE_ARGS") || error.code === "ENOENT"
    if (!isUse) throw error
    return { code: 2, err: error.message }
  }
}

const answer = (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      format: { type: "string", default: "text" },
      all: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return { code: 0, out: usage }
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0 || !["text", "json"].includes(values.format)) throw new Unreadable(usage)
  const document = parse(readFileSync(file, "utf8"), file)
  const compared = compare(document)
  const found = { ...compared, findings: explained([...compared.findings, ...refusedExamples(document)]) }
  const differs = found.findings.some(({ level }) => level === "drift")
  return { code: differs ? 1 : 0, out: values.format === "json" ? json(found) : text(found, file, values.all) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, err, out } = run(process.argv.slice(2))
  if (out !== undefined) console.log(out)
  if (err !== undefined) console.error(err)
  process.exitCode = code
}
