/**
 * What the document says of an endpoint.
 *
 * @module
 */
import { element } from "../common/Dom.js"
import * as Code from "../common/Code.js"
import type { Endpoint, Refusal } from "./Endpoint.js"
import * as ExactJson from "./ExactJson.js"
import * as Prose from "./Prose.js"
import { pair, table } from "./Table.js"
import type { Field } from "./Type.js"

const section = (title: string, ...children: ReadonlyArray<Node>) =>
  element("section", {}, element("h3", {}, title), ...children)

const fieldTable = (fields: ReadonlyArray<Field>) =>
  table(
    "fields",
    ["Field", "Type", "Meaning"],
    fields.map(({ description, path, required, type }) => [
      [element("code", {}, path)],
      [type, ...(required ? [] : [element("span", { className: "label" }, " optional")])],
      Prose.blocks(description),
    ]),
  )

const exampleBlocks = (examples: Readonly<Record<string, unknown>>, what: string) =>
  Object.entries(examples).flatMap(([name, value]) =>
    name === "example"
      ? [Code.block(what, "json", ExactJson.format(value)).whole]
      : [Code.block(`${what}: ${name}`, "json", ExactJson.format(value)).whole],
  )

const refusalDetails = ({ description, examples, status }: Refusal) =>
  element(
    "details",
    {},
    element("summary", {}, element("code", {}, status), " ", ...Prose.inline(description)),
    ...exampleBlocks(examples, `Body of ${status}`),
  )

/** Heading and description of an endpoint. */
export const introduction = ({ description, id, path, summary }: Endpoint): ReadonlyArray<HTMLElement> => [
  element("h2", { tabIndex: -1 }, ...Prose.inline(summary)),
  element(
    "p",
    { className: "address" },
    element("span", { className: "method" }, "GET"),
    element("code", {}, path),
    element("span", { className: "label" }, "in the client: ", element("code", {}, id)),
  ),
  ...(description === `${summary}.` ? [] : Prose.blocks(description)),
]

/** What comes back: fields beside an example, and errors. */
export const answer = ({ examples, fields, refusals }: Endpoint): ReadonlyArray<HTMLElement> => [
  pair(section("Answer", fieldTable(fields)), section("Example", ...exampleBlocks(examples, "Example of an answer"))),
  section("Errors", ...refusals.map(refusalDetails)),
]
