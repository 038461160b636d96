/**
 * The texts of the document as elements: the part of CommonMark that they use, which is paragraphs, lists, code, strong words and links.
 *
 * @module
 */
import { element } from "../common/Dom.js"

const marks = /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>https?:[^)\s]+)\)/g

/** A text within a line. */
export const inline = (text: string): ReadonlyArray<Node | string> => {
  const parts: Array<Node | string> = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    const { code, href = "", label = "", strong } = match.groups!
    parts.push(text.slice(end, match.index))
    if (code !== undefined) parts.push(element("code", {}, code))
    else if (strong !== undefined) parts.push(element("strong", {}, strong))
    else parts.push(element("a", { href, rel: "noreferrer" }, label))
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

/** A paragraph, and a list of the lines that begin with a dash. */
const block = (text: string): ReadonlyArray<HTMLElement> => {
  const [words = "", ...items] = text.split(/^- /m)
  const paragraph = words.trim() === "" ? [] : [element("p", {}, ...inline(words))]
  const list = items.map((item) => element("li", {}, ...inline(item)))
  return list.length === 0 ? paragraph : [...paragraph, element("ul", {}, ...list)]
}

/** A whole text. */
export const blocks = (text: string): ReadonlyArray<HTMLElement> => text.split(/\n\s*\n/).flatMap(block)
