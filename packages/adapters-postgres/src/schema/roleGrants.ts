import { metaFunctions } from "./metaFunctions.ts"

/** The rights of a worker on a table. */
export const everyRight = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const

/** What is only ever appended to. */
const appendOnly = ["events", "journal_entries"]

/**
 * The tables that a worker has fewer rights on, with those that it has; `meta` is changed by functions that check it.
 */
export const lesserRights: { readonly [table: string]: string } = {
  ...Object.fromEntries(appendOnly.map((table) => [table, "SELECT,INSERT"])),
  meta: "SELECT"
}

const beyond = (rights: string): string =>
  everyRight.filter((right) => !rights.split(",").includes(right)).join(", ")

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Also within a body between dollars. */
const literal = (text: string): string =>
  `U&'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll("$", "\\0024")}'`

/**
 * The statements that let a role work with a store that another role owns: it reads and writes rows, appends to the
 * audit log and the journal without changing them, and changes no table. The owner runs them in the store's database,
 * also after a table was partitioned by hand; tables of later versions are included.
 */
export const workerGrants = (role: string, schema = "public"): string => {
  const [to, within] = [quoted(role), quoted(schema)]
  return `GRANT USAGE ON SCHEMA ${within} TO ${to};
GRANT ${everyRight.join(", ")} ON ALL TABLES IN SCHEMA ${within} TO ${to};
${Object.entries(lesserRights)
  .map(([table, rights]) => `REVOKE ${beyond(rights)} ON ${within}.${table} FROM ${to};`)
  .join("\n")}
DO $do$ DECLARE part regclass; BEGIN
  FOR part IN SELECT relid FROM unnest(ARRAY[${appendOnly.map((table) => literal(`${within}.${table}`)).join(", ")}]::regclass[]) AS log,
      pg_partition_tree(log) LOOP
    EXECUTE format('REVOKE ${beyond("SELECT,INSERT")} ON %s FROM %I', part, ${literal(role)});
  END LOOP;
END $do$;
GRANT EXECUTE ON FUNCTION ${metaFunctions.map((name) => `${within}.${name}`).join(", ")} TO ${to};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${within} TO ${to};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT ${everyRight.join(", ")} ON TABLES TO ${to};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT USAGE ON SEQUENCES TO ${to};
`
}

/** The same for a role that only reads: for `ledger verify`, lists and reports. */
export const readerGrants = (role: string, schema = "public"): string => {
  const [to, within] = [quoted(role), quoted(schema)]
  return `GRANT USAGE ON SCHEMA ${within} TO ${to};
GRANT SELECT ON ALL TABLES IN SCHEMA ${within} TO ${to};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT SELECT ON TABLES TO ${to};
`
}

/** Makes a role that may log in, unless there is one. It gets no password. */
export const roleMade = (role: string): string => `DO $do$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(role)}) THEN
    EXECUTE format('CREATE ROLE %I LOGIN', ${literal(role)});
  END IF;
END $do$;
`
