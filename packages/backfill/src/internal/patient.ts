/**
 * A client of libsql whose statements wait for those of other processes.
 *
 * A statement that finds the database locked is left unfinished by libsql: nothing that its connection writes from then on is committed, though the connection itself sees it. So
 * such a connection is rolled back and replaced, and the statement is tried again. Seen with `@libsql/client` 0.12: three processes that add to a number lost two thirds of it, with
 * `returning` and without.
 *
 * @module
 */
import type { Client, InStatement, Transaction, TransactionMode } from "@libsql/client"
import { constVoid } from "effect/Function"
import { setTimeout } from "node:timers/promises"

/** How long libsql waits by itself, in milliseconds. It blocks the event loop while it does. */
const blocked = 25

/** Time between two attempts, in milliseconds, and their number: ten seconds in all. */
const [rest, attempts] = [25, 200]

const isBusy = (error: unknown): boolean =>
  (error as { readonly code?: string }).code?.startsWith("SQLITE_BUSY") ?? false

const clients = new WeakSet<Client>()

/** Makes a client patient, for good. `settings` are those of each of its connections. */
export const patient = async (client: Client, settings = ""): Promise<Client> => {
  if (clients.has(client)) return client
  clients.add(client)
  const execute = client.execute.bind(client) as (statement: InStatement) => ReturnType<Client["execute"]>
  const begin = client.transaction.bind(client) as (mode?: TransactionMode) => Promise<Transaction>
  const wait = `PRAGMA busy_timeout = ${blocked}`

  /** A transaction takes the connection with it: the client makes another one. */
  const renew = async () => {
    const transaction = await begin("deferred")
    await transaction.rollback()
    await execute(wait)
  }

  const patiently = async <A>(operation: () => Promise<A>, again: () => Promise<unknown>): Promise<A> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await operation()
      } catch (error) {
        if (!isBusy(error)) throw error
        await again()
        if (attempt === attempts) throw error
        await setTimeout(rest)
      }
    }
  }

  /** Prepares a connection. Also its settings may find the database locked. */
  const prepare = () =>
    patiently(async () => {
      await execute(wait)
      if (settings !== "") await execute(settings)
    }, renew)
  const again = () => renew().then(prepare)

  await prepare()
  return Object.assign(client, {
    execute: (statement: InStatement) => patiently(() => execute(statement), again),
    transaction: async (mode?: TransactionMode) => {
      const transaction = await patiently(() => begin(mode), again)
      await prepare()
      const commit = transaction.commit.bind(transaction)
      return Object.assign(transaction, { commit: () => patiently(commit, () => Promise.resolve()) })
    },
  })
}

/**
 * The client of a file that one process writes to all the time. Its transactions, which come one after the other, share a connection of their own: libsql gives each the connection of
 * its client, and opens another one of some megabytes. A commit does not wait for the disk: a process that is killed loses nothing, and a machine that loses power the last seconds,
 * which are done again.
 */
export const busy = async (open: () => Client): Promise<Client> => {
  const settings = "PRAGMA synchronous = NORMAL"
  const [client, other] = [await patient(open(), settings), await patient(open(), settings)]
  const close = client.close.bind(client)
  const undo = () => other.execute("ROLLBACK").then(constVoid, constVoid)
  const transaction = async () => {
    await other.execute("BEGIN IMMEDIATE")
    return {
      execute: (statement: InStatement) => other.execute(statement),
      commit: () =>
        other.execute("COMMIT").catch(async (error) => {
          await undo()
          throw error
        }),
      rollback: undo,
    }
  }
  return Object.assign(client, {
    transaction: transaction as unknown as Client["transaction"],
    close: () => {
      close()
      other.close()
    },
  })
}
