import { apiKey, type Concept, partner, PartnerReader, type Versioned } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { integer, type Row } from "../rows/columns.ts"

/** Partners and their API keys. */
export const sqlitePartnerReader = (database: Database.Database, reads: Reads): PartnerReader["Service"] => {
  const find = <State>({ stateOf, table }: Concept<State>, column: string) => {
    const statement = database.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).safeIntegers()
    return (key: string) =>
      reads.read((): Option.Option<Versioned<State>> => {
        const row = statement.get(key) as Row | undefined
        return row === undefined
          ? Option.none()
          : Option.some({ state: stateOf(row), version: integer(row, "version") })
      })
  }
  const partners = database.prepare("SELECT * FROM partners ORDER BY created_at, id").safeIntegers()
  const keys = database.prepare("SELECT * FROM api_keys ORDER BY created_at, id").safeIntegers()

  return PartnerReader.of({
    byId: find(partner, "id"),
    byName: find(partner, "name"),
    all: reads.read(() => (partners.all() as ReadonlyArray<Row>).map((row) => partner.stateOf(row))),
    keyById: find(apiKey, "id"),
    keyByPublicKey: find(apiKey, "public_key"),
    keyBySecretHash: find(apiKey, "secret_hash"),
    keys: reads.read(() => (keys.all() as ReadonlyArray<Row>).map((row) => apiKey.stateOf(row)))
  })
}
