import { type OwnServer, startServer } from "@quittance/testing/postgres"
import { Client } from "pg"

/** A PostgreSQL server of the soak's own, with the store in one of its databases. */
export class Database {
  readonly url: string
  readonly #own: OwnServer
  #putBack: (() => void) | undefined

  private constructor(url: string, own: OwnServer) {
    this.url = url
    this.#own = own
  }

  /** Keeps its data in this folder. */
  static async start(folder: string): Promise<Database> {
    const { TMPDIR } = process.env
    process.env.TMPDIR = folder
    const { newDatabase, own } = await startServer()
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    if (own === undefined) throw new Error("the soak needs a server of its own")
    return new Database(await newDatabase(), own)
  }

  /** Ends every process of it at once (`pg_ctl stop -m immediate`), if any runs. */
  crash(): Promise<void> {
    return this.#own.crash()
  }

  start(): Promise<void> {
    return this.#own.start()
  }

  stop(): Promise<void> {
    return this.#own.stop()
  }

  /** Keeps a copy of its folder. It must not run. */
  copy(): void {
    this.#putBack = this.#own.copy()
  }

  /** Puts the copy in the place of the folder. It must not run. */
  putCopyBack(): void {
    this.#putBack?.()
    this.#putBack = undefined
  }

  get hasCopy(): boolean {
    return this.#putBack !== undefined
  }

  /** Ends some of the connections of the servers; returns how many. */
  async endBackends(chooses: () => boolean): Promise<number> {
    const client = new Client({ connectionString: this.url })
    client.on("error", () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
      const chosen = rows.map(({ pid }) => pid).filter(chooses)
      await client.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [chosen])
      return chosen.length
    } finally {
      await client.end()
    }
  }
}
