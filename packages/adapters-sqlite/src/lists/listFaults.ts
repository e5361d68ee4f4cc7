import { grainMillis, listGrains, type ListName, lists } from "@quittance/core"
import type Database from "better-sqlite3"

import { wrongCountsSql } from "./listSql.ts"
import { listTables } from "./listTables.ts"

/** Finds every count that differs from its rows, one sentence each. */
export const listFaults = (database: Database.Database): ReadonlyArray<string> => {
  const tables = listTables(database)
  const names = Object.keys(tables) as ReadonlyArray<ListName>
  const grains = listGrains.map((grain) => [grain, grainMillis[grain]] as const)
  return names.map((name) => wrongCountsSql({ list: lists[name], table: tables[name] }, grains))
}
