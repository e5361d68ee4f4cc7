import type { ClientBase } from "pg"
import { begin } from "./exchange.ts"
import { isLost, statementError } from "./failure.ts"
import { type Mark, readMark, writeMark } from "./MarkFile.ts"

/** What a server says about itself; null for what it does not disclose to this user. */
interface Identity {
  readonly server_id: string | null
  readonly timeline: string | null
  /** The position up to which its write-ahead log is on its disk. */
  readonly position: string | null
  /** Where it inserts the next record. */
  readonly inserted: string | null
  readonly database_oid: string
}

interface Stored {
  readonly store_id: string
  readonly server_id: string | null
  readonly timeline: string | null
  readonly database_oid: string | null
}

/**
 * How each part is read. A hosted server or a fork may lack one, or refuse it to a role without rights; then it is
 * null.
 */
const parts = {
  server_id: "(SELECT system_identifier::text FROM pg_control_system())",
  timeline: "left(pg_walfile_name(pg_current_wal_lsn()), 8)",
  position: "pg_current_wal_flush_lsn()::text",
  inserted: "pg_current_wal_insert_lsn()::text",
  database_oid: "(SELECT oid::text FROM pg_database WHERE datname = current_database())"
}

/**
 * Finds out whether the store is older than what it acknowledged: a backup was put back, a dump was restored, a
 * replica was promoted. From inside, such a store looks intact. So the store records on which server it is, and each
 * process keeps a mark outside the database: the position up to which the server had written. If either does not fit
 * the server, the store is put on hold. The new facts are recorded too, so a release needs no further step.
 */
export class ServerWatch {
  readonly #path: string | undefined
  #asked: string | undefined
  #mark: Mark | undefined
  /** The end of a record that was not on the disk yet. */
  #ahead: string | undefined
  #found: string | undefined

  /** The mark is kept in the file with this path; without one, only in memory. */
  constructor(path: string | undefined) {
    this.#path = path
    this.#mark = path === undefined ? undefined : readMark(path)
  }

  /**
   * Compares the server behind a session with what is known about it, and puts the store on hold if they do not
   * match.
   */
  async check(client: ClientBase): Promise<void> {
    // It may move while this waits for answers; then the server is no longer at the position that it answered.
    const mark = this.#mark
    const [identity, stored] = await this.#look(client)
    this.#ahead = undefined
    if (stored === undefined) return
    const fault = faultOf(stored, identity) ?? faultOfMark(mark, stored, identity)
    if (fault === undefined && isRecorded(stored, identity)) return
    await client.query(begin)
    if (fault !== undefined)
      await client.query(
        `INSERT INTO store_hold (id, reason, since)
          VALUES (1, $1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) ON CONFLICT DO NOTHING`,
        [`This store is on hold: ${fault}. ${whatToDo}`]
      )
    const { database_oid, server_id, timeline } = identity
    await client.query("SELECT note_server($1, $2, $3)", [server_id, timeline, database_oid])
    await client.query("COMMIT")
    if (fault === undefined) return
    this.#found = fault
    // Without the file the next process finds the same again, which is the safe side.
    await this.#keep(stored.store_id, identity, beginning).catch(() => {})
  }

  /** What was found since the last call. */
  takeFault(): string | undefined {
    const found = this.#found
    this.#found = undefined
    return found
  }

  /**
   * Moves the mark to the end of a record that is on the server's disk. Returns whether the mark covers everything
   * acknowledged before. The data on the disk may end within a record, which a crash cuts off: then the server would
   * be behind such a mark without having lost anything.
   */
  async move(client: ClientBase): Promise<boolean> {
    const [identity, stored] = await this.#look(client)
    const { inserted, position } = identity
    if (stored === undefined || inserted === null || position === null) return true
    const reached = [inserted, this.#ahead].find(
      (end) => end !== undefined && bytesOf(end) <= bytesOf(position)
    )
    this.#ahead = reached === undefined ? (this.#ahead ?? inserted) : inserted
    if (reached !== undefined) await this.#keep(stored.store_id, identity, reached)
    return reached === inserted
  }

  async #keep(storeId: string, { server_id, timeline }: Identity, position: string): Promise<void> {
    if (server_id === null || timeline === null) return
    this.#mark = { storeId, serverId: server_id, timeline, position }
    if (this.#path !== undefined) await writeMark(this.#path, this.#mark)
  }

  async #look(client: ClientBase): Promise<readonly [Identity, Stored | undefined]> {
    try {
      this.#asked ??= await askable(client)
      const { rows: identities } = await client.query(this.#asked)
      const { rows } = await client.query<Stored>(
        "SELECT store_id, server_id, timeline, database_oid::text AS database_oid FROM meta"
      )
      return [identities[0] as Identity, rows[0]]
    } catch (error) {
      throw statementError(error)
    }
  }
}

const whatToDo =
  "It creates no payout and no deposit address until `quittance payouts release` has shown what is missing and an operator has released it."

const askable = async (client: ClientBase): Promise<string> => {
  const columns: Array<string> = []
  for (const [name, expression] of Object.entries(parts)) {
    const answers = await client.query(`SELECT ${expression}`).then(
      () => true,
      (error) => {
        if (isLost(statementError(error))) throw error
        return false
      }
    )
    columns.push(`${answers ? expression : "NULL"} AS ${name}`)
  }
  return `SELECT ${columns.join(", ")}`
}

/** Before every position: the mark starts again. */
const beginning = "0/0"

const differs = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

/** What the server does not disclose stays as it was recorded. */
const isRecorded = (stored: Stored, { database_oid, server_id, timeline }: Identity): boolean =>
  (server_id ?? stored.server_id) === stored.server_id &&
  (timeline ?? stored.timeline) === stored.timeline &&
  (database_oid ?? stored.database_oid) === stored.database_oid

/** What the store recorded of its server. */
const faultOf = (stored: Stored, { database_oid, server_id, timeline }: Identity): string | undefined => {
  if (differs(stored.server_id, server_id))
    return "it is not on the server that it was last written on, for example because a backup or a dump was restored"
  if (differs(stored.database_oid, database_oid))
    return "it is not in the database that it was last written in, for example because a dump or a copy was restored"
  if (differs(stored.timeline, timeline))
    return `its server was recovered to an earlier point, or a replica replaced it (timeline ${timeline} after ${stored.timeline}), so its latest writes may be missing`
  return undefined
}

/**
 * What this process knows about the server. A mark of an earlier timeline is out of date: the first process that met
 * the later timeline has put the store on hold.
 */
const faultOfMark = (
  mark: Mark | undefined,
  { store_id }: Stored,
  { position, server_id, timeline }: Identity
): string | undefined => {
  if (mark === undefined || mark.storeId !== store_id) return undefined
  if (position === null || server_id === null || timeline === null) return undefined
  if (mark.serverId !== server_id) return "it is not on the server that this process last wrote to"
  if (mark.timeline < timeline) return undefined
  if (mark.timeline > timeline || bytesOf(position) < bytesOf(mark.position))
    return `its server has less than it acknowledged: it is at ${position} of timeline ${timeline}, and was at ${mark.position} of timeline ${mark.timeline}`
  return undefined
}

/** A position as a number of bytes since the beginning of the log. */
const bytesOf = (position: string): bigint => {
  const [high = "0", low = "0"] = position.split("/")
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
