/**
 * Description of an endpoint from the catalogue.
 *
 * @module
 */
import type { CatalogEndpoint, Field, Refusal } from "../common/Catalog.js"
import * as Code from "../common/Code.js"
import { element } from "../common/Dom.js"
import * as ExactJson from "./ExactJson.js"
import { inline, pair, table } from "./Table.js"

const section = (title: string, ...children: ReadonlyArray<Node>) =>
  element("section", {}, element("h3", {}, title), ...children)

const fieldTable = (fields: ReadonlyArray<Field>) =>
  table(
    "fields",
    ["Field", "Type", "Meaning"],
    fields.map(({ optional, text, type, unit, wirePath }) => [
      [element("code", {}, ...wirePath.split(/(?<=[._])/).flatMap((part) => [element("wbr"), part]))],
      [[type, ...(unit === undefined ? [] : [unit]), ...(optional ? ["optional"] : [])].join(", ")],
      inline(text),
    ]),
  )

const refusalDetails = ({ body, status, text }: Refusal) =>
  element(
    "details",
    {},
    element("summary", {}, element("code", {}, String(status)), " ", ...inline(text)),
    Code.block(`Body of ${status}`, "json", ExactJson.format(body)).whole,
  )

/** Heading and description of an endpoint. */
export const introduction = ({ name, path, summary, text }: CatalogEndpoint): ReadonlyArray<HTMLElement> => [
  element("h2", { tabIndex: -1 }, ...inline(summary)),
  element(
    "p",
    { className: "address" },
    element("span", { className: "method" }, "GET"),
    element("code", {}, path),
    element("span", { className: "label" }, "in the client: ", element("code", {}, name)),
  ),
  ...(text === `${summary}.` ? [] : [element("p", {}, ...inline(text))]),
]

/** Description of the answer: fields beside an example, and errors. */
export const answer = (
  { answer, around, fields }: CatalogEndpoint,
  errors: ReadonlyArray<Refusal>,
): ReadonlyArray<HTMLElement> => [
  pair(
    section("Answer", fieldTable([...fields, ...around])),
    section("Example", Code.block("Example of a response", "json", ExactJson.format(answer)).whole),
  ),
  section("Errors", ...errors.map(refusalDetails)),
]
