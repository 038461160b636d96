/** The folder of the newest version's programs; `undefined` where none is installed. */
export declare const programs: () => string | undefined

/** Why no PostgreSQL can be started here; `undefined` if one can. */
export declare const missing: string | undefined

/** A PostgreSQL of its own. */
export interface Server {
  readonly host: string
  readonly user: string
  readonly database: string
  /** Ends it by its process, at once, as when it crashes. */
  readonly end: () => Promise<unknown>
  /** Starts it again on the same data. */
  readonly again: () => Promise<void>
  /** Ends it and removes its folder. */
  readonly stop: () => Promise<void>
}

/** Starts one. `host` is the folder of its socket: connect with it, `user` and `database`, without a password. */
export declare const start: () => Promise<Server>
