import { firstVersion, schemaVersion } from "./steps.ts"

const prefix = "the store is of schema version "

/** Fails on a store of another version than this program works with. It cannot answer a number that is none. */
export const thisVersionSql = `SELECT CASE greatest(schema_version, ${firstVersion}) WHEN ${schemaVersion} THEN 0
  ELSE ('${prefix}' || greatest(schema_version, ${firstVersion}))::int END FROM meta`

/** The version that the statement found, by the text of its error. */
export const otherVersionIn = (message: string): number | undefined => {
  const found = new RegExp(`${prefix}(\\d+)`).exec(message)?.[1]
  return found === undefined ? undefined : Number(found)
}
