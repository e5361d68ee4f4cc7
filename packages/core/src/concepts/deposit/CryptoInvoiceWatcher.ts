import { Clock, Effect } from "effect"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/Worker.ts"
import { isAwaiting } from "../cryptoInvoice/CryptoInvoiceFigures.ts"
import { CryptoInvoices } from "../cryptoInvoice/CryptoInvoices.ts"
import { cryptoInvoiceJobs } from "../cryptoInvoice/cryptoInvoiceNames.ts"
import { Settings } from "../settings/Settings.ts"
import { Deposits } from "./Deposits.ts"

/**
 * Watches each invoice from its creation to the end of its watch period: reads its address on the network,
 * then applies the clock. An unreachable network never delays an expiry; money from before the expiry is
 * still recognised as in time later.
 */
export const makeCryptoInvoiceWatcher = Effect.gen(function* () {
  const { latePollMillis, pollMillis } = (yield* Settings).invoice
  const invoices = yield* CryptoInvoices
  const deposits = yield* Deposits
  const { complete } = yield* makeTransact

  const handler: JobHandler = {
    kind: cryptoInvoiceJobs.watch,
    concurrency: 32,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const { order } = yield* invoices.get(partnerId, subjectId)
      const readAt = yield* Clock.currentTimeMillis
      const wasRead = yield* deposits.refresh(order.network, order.address).pipe(
        Effect.as(true),
        Effect.catchTags({
          DepositAddressesUnavailable: ({ reason }) =>
            Effect.as(
              Effect.logWarning(
                `the ${order.network} address of invoice ${subjectId} could not be read: ${reason}`
              ),
              false
            ),
          // Its network is no longer offered, but may be again.
          NotFound: () => Effect.succeed(false),
          ProviderMissing: () => Effect.succeed(false)
        })
      )
      const now = yield* Clock.currentTimeMillis
      const invoice = yield* invoices.apply(partnerId, subjectId, { _tag: "Expire", at: now })
      const underway = isAwaiting(invoice)
      // Watching ends only after a read of everything within the watch period, however long the network was
      // unreachable.
      if (wasRead && readAt > order.watchUntil && !underway) return yield* complete({ _tag: "Done", job })
      const open = invoice._tag === "pending" || invoice._tag === "confirming"
      const next = now + (open || underway ? pollMillis : latePollMillis)
      // The clock decides again right at the expiry, and once more right after the watch period.
      const dueAt = now < order.expiresAt ? Math.min(next, order.expiresAt) : next
      yield* complete({ _tag: "DueAgain", job, dueAt })
    })
  }
  return handler
})
