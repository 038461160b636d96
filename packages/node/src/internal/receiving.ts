/**
 * How connections receive: all of a pool into one memory, instead of 64 KiB of new memory at each read.
 *
 * A read is over before the next one begins, and the parser of `node:http` copies what it hands on. Only its errors hold what was received as it is: whoever
 * keeps one copies that.
 */
import type * as Http from "node:http"
import type { OnReadOpts, Socket } from "node:net"

/** As much as a kernel has ready at a time where the service is near. */
const ROOM = 256 * 1024

/** Has an agent's connections read into one memory. */
export const intoOneMemory = <A extends Http.Agent>(agent: A): A => {
  const connect = agent.createConnection.bind(agent)
  let memory: Buffer | undefined
  agent.createConnection = (options, callback) => {
    const onread: OnReadOpts = {
      buffer: (memory ??= Buffer.allocUnsafeSlow(ROOM)),
      callback: (length, buffer) => {
        // Nobody listens where no request is on its way: such bytes must not be taken for the answer to the next one.
        if (!socket.emit("data", buffer.subarray(0, length))) socket.destroy()
        return true
      },
    }
    const socket = connect({ ...options, onread } as Http.ClientRequestArgs, callback) as Socket
    return socket
  }
  return agent
}
