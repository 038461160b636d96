/**
 * Clients of libsql whose statements wait for those of other processes.
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
const wait = "PRAGMA busy_timeout = 25"

/** Time between two attempts, in milliseconds, and their number: ten seconds in all. */
const [rest, attempts] = [25, 200]

const isBusy = (error: unknown): boolean =>
  (error as { readonly code?: string }).code?.startsWith("SQLITE_BUSY") ?? false

const clients = new WeakSet<Client>()

/** Makes a client patient, for good. Each of its connections begins with the settings. */
export const patient = async (client: Client, settings: ReadonlyArray<string> = [wait]): Promise<Client> => {
  if (clients.has(client)) return client
  clients.add(client)
  const execute = client.execute.bind(client) as (statement: InStatement) => ReturnType<Client["execute"]>
  const begin = client.transaction.bind(client) as (mode?: TransactionMode) => Promise<Transaction>
  let isSet = false

  /** Carries out an operation on a connection that has the settings, and on another one where the database is locked. */
  const patiently = async <A>(operation: () => Promise<A>): Promise<A> => {
    for (let attempt = 1; ; attempt++) {
      try {
        if (!isSet) for (const setting of settings) await execute(setting)
        isSet = true
        return await operation()
      } catch (error) {
        if (!isBusy(error)) throw error
        // A transaction takes the connection with it: the client opens another one.
        isSet = false
        await (await begin("deferred")).rollback()
        if (attempt === attempts) throw error
        await setTimeout(rest)
      }
    }
  }

  await patiently(() => Promise.resolve())
  return Object.assign(client, {
    execute: (statement: InStatement) => patiently(() => execute(statement)),
    transaction: async (mode?: TransactionMode) => {
      const transaction = await patiently(() => begin(mode))
      isSet = false
      return transaction
    },
  })
}

/** With `NORMAL` a commit does not wait for the disk: a process that is killed loses nothing, and a machine that loses power the last seconds, which are done again. */
const settingsOfFile = [wait, "PRAGMA synchronous = NORMAL"]

/**
 * The client of a file. Its transactions, which come one after the other, share a connection of their own: libsql gives each the connection of its client and opens another one for the
 * client, of megabytes and without the settings.
 */
export const ofFile = async (open: () => Client): Promise<Client> => {
  const [client, other] = [open(), open()]
  // Within a transaction no statement is tried again by itself.
  const execute = other.execute.bind(other) as (statement: InStatement) => ReturnType<Client["execute"]>
  await patient(client, settingsOfFile)
  await patient(other, settingsOfFile)
  const undo = () => execute("ROLLBACK").then(constVoid, constVoid)
  // `@effect/sql-libsql` never gives its only connection back when a transaction cannot begin. So all transactions begin, and the first statement of one that could not fails.
  const transaction = async () => {
    const begun = await other.execute("BEGIN IMMEDIATE").then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const within = async <A>(operation: () => Promise<A>): Promise<A> => {
      if (begun !== undefined) throw begun.error
      return operation()
    }
    return {
      execute: (statement: InStatement) => within(() => execute(statement)),
      commit: () =>
        within(() =>
          execute("COMMIT").catch(async (error: unknown) => {
            await undo()
            throw error
          }),
        ),
      rollback: () => within(undo).catch(constVoid),
    }
  }
  const close = () => [client, other].forEach((one) => Object.getPrototypeOf(one).close.call(one))
  return Object.assign(client, { transaction, close } as unknown as Pick<Client, "transaction" | "close">)
}
