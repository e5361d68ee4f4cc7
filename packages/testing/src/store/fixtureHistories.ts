import type { QuittanceHost } from "@quittance/core"
import type { HistoryView } from "@quittance/core/adapter"

/** What ends a record of each status; undefined where nothing does, or where the clock does and nobody recorded it. */
const ends: { readonly [status: string]: string | undefined } = {
  COMPLETED: "payout.completed",
  FAILED: "payout.failed",
  paid: "invoice.paid",
  cancelled: "invoice.cancelled"
}

/**
 * A sentence for each history in a store of before that is not complete, or that knows who caused something where
 * others do not: of events of before there were actors nobody knows, and of later ones everybody.
 */
export const fixtureHistoryFaults = async (
  host: QuittanceHost,
  partnerId: string
): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  let isActorless: boolean | undefined
  const look = (what: string, { history, olderOmitted }: HistoryView, begins: string, end?: string) => {
    isActorless ??= history[0]?.actor === "unknown"
    const isWhole =
      history[0]?.type === begins &&
      (end === undefined || history.some(({ type }) => type === end)) &&
      history.every(({ actor }) => (actor === "unknown") === isActorless) &&
      !olderOmitted
    if (!isWhole) faults.push(`the history of ${what} is ${JSON.stringify(history)}`)
  }
  const all = { page: 1, limit: 100 }
  for (const { id, status } of (await host.payouts.list(partnerId, {}, all)).items)
    look(`payout ${id}`, await host.payouts.history(partnerId, id), "payout_created", ends[status])
  for (const { id, status } of (await host.invoices.list(partnerId, {}, all)).items)
    look(`invoice ${id}`, await host.invoices.history(partnerId, id), "invoice.created", ends[status])
  for (let each = 0; each < 12; each++) {
    const { id, paidAmount, status } = await host.cryptoInvoices.getByExternalId(partnerId, `order-${each}`)
    const end = status === "paid" || status === "cancelled" ? `crypto.invoice.${status}` : undefined
    const view = await host.cryptoInvoices.history(partnerId, id)
    look(`crypto invoice ${id}`, view, "invoice_created", end)
    if (paidAmount > 0 && !view.history.some(({ type }) => type === "crypto.invoice.credited"))
      faults.push(`the history of crypto invoice ${id} tells of no money`)
  }
  return faults
}
