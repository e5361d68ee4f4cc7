import { payout, PayoutReader } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import type { Row } from "../rows/columns.ts"
import { integer } from "../rows/columns.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"

export const sqlitePayoutReader = (database: Database.Database, reads: Reads): PayoutReader["Service"] => {
  const byId = database.prepare("SELECT * FROM payouts WHERE partner_id = ? AND id = ?").safeIntegers()

  return PayoutReader.of({
    byId: (partnerId, id) =>
      reads.read(() => {
        const row = byId.get(partnerId, id) as Row | undefined
        return row === undefined
          ? Option.none()
          : Option.some({ state: payout.stateOf(row), version: integer(row, "version") })
      }),
    partnerOf: preparePartnerOfId(database, reads, "payouts")
  })
}
