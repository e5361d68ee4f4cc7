import { type ApiKey, type Partner, PartnerReader, type Versioned } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import { apiKeyOf } from "../rows/ApiKeyRow.ts"
import { integer, type Row } from "../rows/columns.ts"
import { partnerOf } from "../rows/PartnerRow.ts"

/** Partners and their API keys. */
export const sqlitePartnerReader = (database: Database.Database, reads: Reads): PartnerReader["Service"] => {
  const find = <State>(from: string, decode: (row: Row) => State) => {
    const statement = database.prepare(`SELECT * FROM ${from} = ?`).safeIntegers()
    return (key: string) =>
      reads.read((): Option.Option<Versioned<State>> => {
        const row = statement.get(key) as Row | undefined
        return row === undefined
          ? Option.none()
          : Option.some({ state: decode(row), version: integer(row, "version") })
      })
  }
  const partner = (column: string) => find<Partner>(`partners WHERE ${column}`, partnerOf)
  const apiKey = (column: string) => find<ApiKey>(`api_keys WHERE ${column}`, apiKeyOf)
  const keys = database.prepare("SELECT * FROM api_keys ORDER BY created_at, id").safeIntegers()

  return PartnerReader.of({
    byId: partner("id"),
    byName: partner("name"),
    keyById: apiKey("id"),
    keyByPublicKey: apiKey("public_key"),
    keyBySecretHash: apiKey("secret_hash"),
    keys: reads.read(() => (keys.all() as ReadonlyArray<Row>).map(apiKeyOf))
  })
}
