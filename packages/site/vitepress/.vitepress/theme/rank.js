import { withBase } from "vitepress"
import { make } from "../../../dist/browser/search.js"

let ranking

const load = async () => make(await (await fetch(withBase("/search.json"))).json(), withBase("/"))

/** Results of the search box in the order of the library's own search. Without its data they stay as they are. */
export const rank = async (question, results) => {
  ranking ??= load()
  try {
    return (await ranking)(question, results)
  } catch {
    ranking = undefined
    return results
  }
}
