import type { Mode } from "@quittance/core"
import type { Client } from "pg"
import { PostgresStoreRefused } from "../PostgresStoreRefused.ts"
import { metaFunctions } from "../schema/metaFunctions.ts"
import { everyRight, lesserRights } from "../schema/roleGrants.ts"
import type { Step } from "../schema/Step.ts"
import { firstVersion, steps, versionAfter } from "../schema/steps.ts"
import type { Place } from "./connectionRefused.ts"

/** The oldest server that is supported. */
const serverVersionMin = 15

export interface Wanted {
  readonly mode: Mode
  readonly readonly: boolean
  readonly copyOf?: string | undefined
  readonly steps?: ReadonlyArray<Step> | undefined
  /** Brings a store of an earlier version to this one; true. */
  readonly upgrades?: boolean | undefined
}

/**
 * The version of the store's schema; 0 if the schema is empty. Refuses what must not be opened, and changes nothing.
 */
export const lookAtStore = async (client: Client, place: Place, wanted: Wanted): Promise<number> => {
  const refuse = (reason: PostgresStoreRefused["reason"], message: string): never => {
    throw new PostgresStoreRefused({ reason, message })
  }
  const { database, server, user } = place
  const schemaVersion = versionAfter(wanted.steps ?? steps)
  const {
    rows: [session]
  } = await client.query(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
      pg_is_in_recovery() AS replica, current_setting('default_transaction_read_only') = 'on' AS readonly,
      current_setting('server_encoding') AS encoding, current_schema() AS schema,
      current_setting('fsync') = 'off' AS forgetful,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS creates`)
  if (session.major < serverVersionMin)
    refuse(
      "oldServer",
      `The server ${server} is PostgreSQL ${session.version}; version ${serverVersionMin} or later is needed.`
    )
  if (session.encoding !== "UTF8")
    refuse(
      "encoding",
      `The database ${database} on ${server} is encoded in ${session.encoding}; create it with the encoding UTF8.`
    )
  if (!wanted.readonly && session.replica)
    refuse(
      "readonly",
      `The server ${server} is a replica, which accepts no writes; the URL must lead to its primary server.`
    )
  if (!wanted.readonly && session.readonly)
    refuse(
      "readonly",
      `The database ${database} on ${server} is set to accept no writes (default_transaction_read_only).`
    )
  if (wanted.mode === "live" && session.forgetful)
    refuse(
      "broken",
      `The server ${server} is set to lose data in a crash (fsync = off); turn fsync on before real money depends on it.`
    )
  if (session.schema === null)
    refuse(
      "denied",
      `The user ${user} has no schema in the database ${database} on ${server}; create the schema that its search_path names, and grant USAGE on it.`
    )
  const found = await tablesIn(client)
  if (found.size === 0) {
    if (wanted.readonly)
      refuse(
        "absent",
        `The database ${database} on ${server} contains no store, and opening it for reading creates none.`
      )
    if (!session.creates)
      refuse(
        "denied",
        `The user ${user} may not create tables in the database ${database} on ${server}; the first start needs its owner.`
      )
    return 0
  }
  const meta = found.get("meta")
  if (meta === undefined || !(await isOurs(client)))
    return refuse(
      "foreign",
      `The database ${database} on ${server} contains tables of another program (${[...found.keys()].slice(0, 3).join(", ")}); choose another database, or a schema of its own: add options=-csearch_path%3DSCHEMA to the URL.`
    )
  if (!meta.reads)
    refuse(
      "denied",
      `The user ${user} may not read the store in the database ${database} on ${server}; \`quittance store grants\` prints the SQL of the rights that it needs.`
    )
  const {
    rows: [store]
  } = await client.query(
    `SELECT greatest(schema_version, ${firstVersion})::int AS version, mode, store_id, copy_of FROM meta`
  )
  if (store.version > schemaVersion)
    refuse(
      "newer",
      `The store in the database ${database} on ${server} has schema version ${store.version}, this program knows ${schemaVersion}; start a newer version of it.`
    )
  if (wanted.copyOf === undefined && store.copy_of !== null)
    refuse(
      "unfinished",
      `The store in the database ${database} on ${server} is an unfinished copy: run \`quittance store copy\` again until it is complete, or choose another database.`
    )
  if (wanted.copyOf !== undefined && store.copy_of !== wanted.copyOf)
    refuse(
      "notEmpty",
      store.copy_of === null && store.store_id === wanted.copyOf
        ? `The copy in the database ${database} on ${server} is complete; nothing is copied into a store that may have been served.`
        : `The database ${database} on ${server} contains another store; choose an empty database.`
    )
  if (store.mode !== wanted.mode)
    refuse(
      "otherMode",
      `The store in the database ${database} on ${server} was created in mode ${store.mode} and cannot be opened in mode ${wanted.mode}; choose another database.`
    )
  if (store.version < schemaVersion) {
    if (wanted.readonly || wanted.upgrades === false)
      refuse(
        "older",
        `The store in the database ${database} on ${server} has schema version ${store.version}, and this program works with version ${schemaVersion}: use the version of the program that serves it, or start this version's server, which brings the store to version ${schemaVersion}.`
      )
    if (!meta.owns || !session.creates)
      refuse(
        "denied",
        `The store in the database ${database} on ${server} has schema version ${store.version}, and the user ${user}, who is not its owner, may not bring it to version ${schemaVersion}; start this version once as the owner.`
      )
    return store.version
  }
  if (!wanted.readonly) {
    const missing = await missingRight(client)
    if (missing !== undefined)
      refuse(
        "denied",
        `The user ${user} lacks rights on ${missing} of the store in the database ${database} on ${server}; \`quittance store grants\` prints the SQL of the rights that it needs.`
      )
  }
  return store.version
}

interface Table {
  readonly reads: boolean
  readonly owns: boolean
}

/** The content of the schema, except for what belongs to extensions. */
const tablesIn = async (client: Client): Promise<ReadonlyMap<string, Table>> => {
  const { rows } = await client.query(`
    SELECT relname AS name, has_table_privilege(c.oid, 'SELECT') AS reads, pg_has_role(relowner, 'USAGE') AS owns
      FROM pg_class c
      WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY relname`)
  return new Map(rows.map(({ name, owns, reads }) => [name, { owns, reads }]))
}

/** The program's name is in the default of a column, which everyone may read and every dump keeps. */
const isOurs = async (client: Client): Promise<boolean> => {
  const { rowCount } = await client.query(`
    SELECT FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = (quote_ident(current_schema()) || '.meta')::regclass AND a.attname = 'program'
        AND pg_get_expr(d.adbin, d.adrelid) LIKE '''quittance''%'`)
  return rowCount === 1
}

/** A table, sequence or function of the store that this user may not work with. The store's are those of its owner. */
const missingRight = async (client: Client): Promise<string | undefined> => {
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class c
      WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        AND relowner = (SELECT relowner FROM pg_class WHERE oid = (quote_ident(current_schema()) || '.meta')::regclass)
        AND CASE WHEN relkind IN ('r', 'p') THEN NOT relispartition AND EXISTS (
            SELECT FROM unnest(string_to_array(coalesce($1::jsonb ->> relname, $2), ',')) AS needed
             WHERE NOT has_table_privilege(c.oid, needed))
          WHEN relkind = 'v' THEN NOT has_table_privilege(c.oid, 'SELECT')
          WHEN relkind = 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE')
          ELSE false END
      UNION ALL
      SELECT wanted FROM unnest($3::text[]) AS wanted
       WHERE NOT coalesce(has_function_privilege(to_regprocedure(quote_ident(current_schema()) || '.' || wanted), 'EXECUTE'), false)
      ORDER BY name LIMIT 1`,
    [JSON.stringify(lesserRights), everyRight.join(), metaFunctions]
  )
  return rows[0]?.name
}
