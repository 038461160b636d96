/**
 * libsql clients whose statements wait for those of other processes.
 *
 * libsql leaves a statement unfinished if it finds the database locked: later writes of its connection
 * are never committed, though the connection itself sees them. So such a connection is rolled back and
 * replaced, and the statement is retried. Observed with `@libsql/client` 0.12: three processes that
 * incremented a number lost two thirds of the increments, with `returning` and without.
 *
 * @module
 */
import type { Client, InStatement, Transaction, TransactionMode } from "@libsql/client"
import { constVoid } from "effect/Function"
import { setTimeout } from "node:timers/promises"

/** Wait of libsql itself, in milliseconds. It blocks the event loop meanwhile. */
const wait = "PRAGMA busy_timeout = 25"

/** Time between two attempts, in milliseconds, and maximum number of attempts: ten seconds in all. */
const [rest, attempts] = [25, 200]

const isBusy = (error: unknown): boolean =>
  (error as { readonly code?: string }).code?.startsWith("SQLITE_BUSY") ?? false

const clients = new WeakSet<Client>()

/** Makes a client patient, permanently. Each of its connections begins with the settings. */
export const patient = async (client: Client, settings: ReadonlyArray<string> = [wait]): Promise<Client> => {
  if (clients.has(client)) return client
  clients.add(client)
  const execute = client.execute.bind(client) as (statement: InStatement) => ReturnType<Client["execute"]>
  const begin = client.transaction.bind(client) as (mode?: TransactionMode) => Promise<Transaction>
  let isSet = false

  /** Runs an operation on a connection with the settings, and retries on a new one if the database is locked. */
  const patiently = async <A>(operation: () => Promise<A>): Promise<A> => {
    for (let attempt = 1; ; attempt++) {
      try {
        if (!isSet) for (const setting of settings) await execute(setting)
        isSet = true
        return await operation()
      } catch (error) {
        if (!isBusy(error)) throw error
        // A transaction takes over the connection: the client opens another one.
        isSet = false
        // protects: A connection of SQLite that found the file locked is replaced: libsql commits nothing more of it.
        // mutant: "those after it are not lost": (await begin("deferred")).rollback → Promise.resolve
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

/**
 * With `NORMAL` a commit does not wait for the disk: a killed process loses nothing; a power
 * failure loses the last seconds, whose jobs run again.
 */
const settingsOfFile = [wait, "PRAGMA synchronous = NORMAL"]

/**
 * Opens the client of a file. Its sequential transactions share a separate connection: libsql gives each transaction
 * the connection of its client and opens a new one for the client, which takes megabytes and lacks the settings.
 */
export const ofFile = async (open: () => Client): Promise<Client> => {
  const [client, other] = [open(), open()]
  // Within a transaction no single statement is retried.
  const execute = other.execute.bind(other) as (statement: InStatement) => ReturnType<Client["execute"]>
  await patient(client, settingsOfFile)
  await patient(other, settingsOfFile)
  const undo = () => execute("ROLLBACK").then(constVoid, constVoid)
  // `@effect/sql-libsql` never releases its only connection when a transaction cannot begin. So
  // every transaction appears to begin, and its first statement fails if it could not.
  const transaction = async () => {
    const begun = await other.execute("BEGIN IMMEDIATE").then(
      () => undefined,
      // protects: A transaction of SQLite that cannot begin gives the connection back: a run whose database is closed
      // under it ends.
      // mutant: "also after a transaction that could not begin": ({ error } → Promise.reject(error
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
