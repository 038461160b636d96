/** A server of `node:http`. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Serves while `use` runs, which is given the port. */
export const withNode = async <A>(listener: RequestListener, use: (port: number) => Promise<A>): Promise<A> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    return await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}
