/** Pages of invoices as plain SQL over the product's own table gives them: `OFFSET`, and `count(*)` for the total. */
import Database from "better-sqlite3"

/** As the API's query names them; instants in milliseconds. */
export type PageFilter = {
  readonly status?: string
  readonly currency?: string
  readonly from?: number
  readonly to?: number
}

export type SqlPages = {
  readonly page: (
    partnerId: string,
    filter: PageFilter,
    place: { readonly limit: number; readonly offset: number }
  ) => { readonly ids: ReadonlyArray<string>; readonly total: number }
  readonly close: () => void
}

const conditions = {
  status: "state = @status",
  currency: "currency = @currency",
  from: "created_at >= @from",
  to: "created_at < @to"
} as const

export const openSqlPages = (filename: string): SqlPages => {
  const database = new Database(filename, { readonly: true })
  return {
    page: (partnerId, filter, place) => {
      const asked = Object.entries(conditions).filter(([name]) => name in filter)
      const where = ["partner_id = @partnerId", ...asked.map(([, condition]) => condition)].join(" AND ")
      const rows = database
        .prepare(
          `SELECT * FROM invoices WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`
        )
        .all({ partnerId, ...filter, ...place }) as ReadonlyArray<{ readonly id: string }>
      const total = database.prepare(`SELECT count(*) FROM invoices WHERE ${where}`).pluck()
      return { ids: rows.map(({ id }) => id), total: Number(total.get({ partnerId, ...filter })) }
    },
    close: () => database.close()
  }
}
