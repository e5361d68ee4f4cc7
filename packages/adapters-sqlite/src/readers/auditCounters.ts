import {
  type CounterChange,
  type CounterSum,
  counterSumOf,
  counterTables,
  type StoreUnavailable
} from "@quittance/core"
import type Database from "better-sqlite3"
import { Stream } from "effect"
import { each, walked } from "./auditWalk.ts"

/** Every roll-up as it is kept. */
export const auditCounters = (database: Database.Database): Stream.Stream<CounterSum, StoreUnavailable> =>
  Stream.flatMap(
    Stream.fromIterable(Object.keys(counterTables) as ReadonlyArray<CounterChange["_tag"]>),
    (tag) => walked(database, `SELECT * FROM ${counterTables[tag].name}`, each(counterSumOf[tag]))
  )
