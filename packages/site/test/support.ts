/** The repository, as the tests of the site read it. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Content from "../src/Content.js"
import * as Docs from "../src/Docs.js"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

export const read = Docs.reader(root)

export const exists = (path: string): boolean => existsSync(join(root, path))

export const catalog = Content.catalog(root)

let made: Content.Content | undefined

/** The pages of the site, made once. */
export const content = (): Content.Content => (made ??= Content.make(root))
