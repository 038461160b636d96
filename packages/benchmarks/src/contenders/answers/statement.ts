/** A statement of the database and nothing else: prepared once, bound and run for each call. */
import { DuckDBInstance, type DuckDBValue, type JS } from "@duckdb/node-api"

/** The sandbox's data set. */
export interface DatasetInput {
  /** Its file, and the directory of that file. */
  readonly file: string
  readonly directory: string
}

/** Runs the statement with parameters, and returns its rows. */
export type Query = (parameters: ReadonlyArray<DuckDBValue>) => Promise<ReadonlyArray<Readonly<Record<string, JS>>>>

/** Opens the file while `use` runs. */
export const withStatement = async <A>(
  { file }: DatasetInput,
  sql: string,
  use: (query: Query) => Promise<A>,
): Promise<A> => {
  const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY", threads: "2" })
  const connection = await instance.connect()
  const statement = await connection.prepare(sql)
  try {
    return await use(async (parameters) => {
      statement.bind([...parameters])
      return (await statement.run()).getRowObjectsJS()
    })
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
