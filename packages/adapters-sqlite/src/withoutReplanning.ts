import type Database from "better-sqlite3"

/**
 * Makes statements that are planned once. Where a statement sorts, joins or limits, SQLite plans with the values that its
 * parameters have at the time, and whenever they are bound again it plans again: what is due took 40 µs of which 6 were the
 * search. It does so only for a parameter that stands alone beside a comparison; a plus sign before it changes nothing else.
 */
export const withoutReplanning = (database: Database.Database): Database.Database => {
  const prepare = database.prepare.bind(database)
  return Object.assign(database, { prepare: (sql: string) => prepare(steady(sql)) })
}

const steady = (sql: string): string => sql.replace(/(?<=(?:[=<>]|\bIS|\bLIMIT|\bOFFSET) )(?=[?@])/g, "+")
