import { type PayoutFilter, PayoutReader, type PayoutStatus } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import type { Reads } from "../Reads.ts"
import type { Row } from "../rows/columns.ts"
import { integer } from "../rows/columns.ts"
import { payoutOf } from "../rows/PayoutRow.ts"
import { preparePartnerOfId } from "./partnerOfId.ts"
import { preparePayoutTotals } from "./payoutTotals.ts"

const statuses: ReadonlyArray<PayoutStatus> = ["PENDING", "COMPLETED", "FAILED"]

/** From how deep a page on its day is looked up instead of walked to. */
const walkedMax = 200

const within = "partner_id = @partnerId AND created_at >= @from AND created_at < @to"

/**
 * Payouts. A page comes out of the index by status alone, newest first; without a status the three runs of the index are
 * merged. Only the rows of the page itself are read from the table, and the pages before it are skipped by whole days, so a
 * page costs the same wherever it lies and whatever the history.
 */
export const sqlitePayoutReader = (database: Database.Database, reads: Reads): PayoutReader["Service"] => {
  const byId = database.prepare("SELECT * FROM payouts WHERE partner_id = ? AND id = ?").safeIntegers()
  const run = (status: string) =>
    `SELECT created_at, id FROM payouts INDEXED BY payouts_by_status WHERE ${within} AND status = ${status}`
  const page = (runs: string) =>
    database
      .prepare(
        `SELECT payouts.* FROM (${runs} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset) AS listed
           JOIN payouts ON payouts.partner_id = @partnerId AND payouts.id = listed.id
          ORDER BY listed.created_at DESC, listed.id DESC`
      )
      .safeIntegers()
  const pageOfStatus = page(run("@status"))
  const pageOfAll = page(statuses.map((status) => run(`'${status}'`)).join(" UNION ALL "))
  const totals = preparePayoutTotals(database)
  const boundsOf = ({ from, to }: PayoutFilter) => ({
    from: from ?? Number.MIN_SAFE_INTEGER,
    to: to ?? Number.MAX_SAFE_INTEGER
  })

  return PayoutReader.of({
    byId: (partnerId, id) =>
      reads.read(() => {
        const row = byId.get(partnerId, id) as Row | undefined
        return row === undefined
          ? Option.none()
          : Option.some({ state: payoutOf(row), version: integer(row, "version") })
      }),
    list: (partnerId, filter, request) =>
      reads.readTogether(() => {
        const counted = filter.status === undefined ? statuses : [filter.status]
        const count = (range: PayoutFilter): number =>
          counted.reduce((sum, each) => sum + totals.of(partnerId, each, range), 0)
        const total = count(filter)
        const offset = (request.page - 1) * request.limit
        if (offset >= total) return { items: [], total }
        const { from, to } = boundsOf(filter)
        const { before, skip } =
          offset <= walkedMax
            ? { before: to, skip: offset }
            : totals.placeOf(partnerId, counted, offset + (filter.to === undefined ? 0 : count({ from: to })))
        const limit = Math.min(request.limit, total - offset)
        const slice = { partnerId, from, to: before, limit, offset: skip }
        const { status } = filter
        const rows = status === undefined ? pageOfAll.all(slice) : pageOfStatus.all({ ...slice, status })
        return { items: (rows as ReadonlyArray<Row>).map(payoutOf), total }
      }),
    partnerOf: preparePartnerOfId(database, reads, "payouts")
  })
}
