/**
 * One receive buffer for all connections of a pool, instead of 64 KiB of new memory for each read.
 *
 * A read ends before the next one begins, and the parser of `node:http` copies what it passes on. Only
 * its parse errors contain the received bytes themselves: code that keeps such an error copies them.
 */
import type * as Http from "node:http"
import type { OnReadOpts, Socket } from "node:net"

/** Buffer size: about as much as the kernel has ready for one read if the service is near. */
const SIZE = 256 * 1024

/** Makes the connections of an agent read into one buffer. */
export const shareReceiveBuffer = <A extends Http.Agent>(agent: A): A => {
  const connect = agent.createConnection.bind(agent)
  let shared: Buffer | undefined
  agent.createConnection = (options, callback) => {
    const onread: OnReadOpts = {
      buffer: (shared ??= Buffer.allocUnsafeSlow(SIZE)),
      callback: (length, buffer) => {
        // Without a request in flight nothing listens: such bytes must not be read as the response to the next request.
        if (!socket.emit("data", buffer.subarray(0, length))) socket.destroy()
        return true
      },
    }
    const socket = connect({ ...options, onread } as Http.ClientRequestArgs, callback) as Socket
    return socket
  }
  return agent
}
