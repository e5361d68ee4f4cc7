import type { Client } from "pg"

/** How many rows a table is filled with. */
export const rowCount = 20_000

interface Told {
  readonly column: string
  readonly type: string
  readonly check: string | null
}

/** One of these texts for each number. */
export const anyOf = (texts: ReadonlyArray<string>): string =>
  `(ARRAY[${texts.map((text) => `'${text}'`).join(", ")}])[1 + n % ${texts.length}]`

/** As many rows of many partners, with values as different as the column allows, but for those of `given`. */
export const fill = async (
  admin: Client,
  table: string,
  given: { readonly [column: string]: string } = {}
): Promise<void> => {
  const { rows: checks } = await admin.query(
    "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = $1::regclass",
    [table]
  )
  const { rows } = await admin.query<Told>(
    `SELECT attname AS column, format_type(atttypid, NULL) AS type, (
        SELECT pg_get_constraintdef(oid) FROM pg_constraint
         WHERE contype = 'c' AND conrelid = attrelid AND conkey = ARRAY[attnum] AND pg_get_constraintdef(oid) LIKE '%ARRAY[%'
         LIMIT 1) AS check
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table]
  )
  // What rows mean is of no interest here.
  for (const { conname } of checks) await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT "${conname}"`)
  const value = ({ check, column, type }: Told): string => {
    const known = given[column]
    if (known !== undefined) return known
    const texts = [...(check ?? "").matchAll(/'([^']*)'::text/g)].map(([, text = ""]) => text)
    if (type === "text[]") return "ARRAY['available']"
    if (type === "bigint[]") return "ARRAY[1]"
    if (column === "partner_id") return "'prt_' || n % 50"
    if (texts.length > 0) return anyOf(texts)
    if (column === "cause") return anyOf(["gone", "failing", "partner"])
    if (column === "personal" || column === "redacted_at") return "NULL"
    if (column === "endpoint_id") return "'whk_' || n % 200"
    return type === "text" ? `'${column} ' || n` : "n"
  }
  const columns = rows.map(({ column }) => `"${column}"`).join(", ")
  await admin.query(
    `INSERT INTO ${table} (${columns}) SELECT ${rows.map(value).join(", ")} FROM generate_series(1, ${rowCount}) AS n`
  )
}

export const snake = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
