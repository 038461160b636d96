/** A worker: the body of the request says which checks to run, the response has the results. */
import { everywhere } from "./everywhere.js"
import { run } from "./run.js"

export default {
  fetch: async (request: Request): Promise<Response> => {
    const { names, surroundings } = (await request.json()) as {
      names: ReadonlyArray<string>
      surroundings: Parameters<typeof run>[2]
    }
    return Response.json(await run(everywhere, names, surroundings))
  },
}
