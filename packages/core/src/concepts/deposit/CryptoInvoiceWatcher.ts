import { Clock, Effect, Option } from "effect"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
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
      const before = yield* invoices.read(partnerId, subjectId)
      const { order } = before.state
      const readAt = yield* Clock.currentTimeMillis
      const read = yield* deposits.refreshInvoice(before).pipe(
        Effect.asSome,
        Effect.catchTags({
          DepositAddressesUnavailable: ({ reason }) =>
            Effect.as(
              Effect.logWarning(
                `the ${order.network} address of invoice ${subjectId} could not be read: ${reason}`
              ),
              Option.none()
            ),
          // Its network is no longer offered, but may be again.
          NotFound: () => Effect.succeedNone,
          ProviderMissing: () => Effect.succeedNone
        })
      )
      const now = yield* Clock.currentTimeMillis
      // Watching ends only after a read of everything within the watch period, however long the network was
      // unreachable, and after a look at what others recorded meanwhile.
      const isLast = Option.isSome(read) && readAt > order.watchUntil
      const { state: invoice } = yield* invoices.applyTo(
        isLast ? yield* invoices.read(partnerId, subjectId) : Option.getOrElse(read, () => before),
        { _tag: "Expire", at: now }
      )
      const underway = isAwaiting(invoice)
      if (isLast && !underway) return yield* complete({ _tag: "Done", job })
      const open = invoice._tag === "pending" || invoice._tag === "confirming"
      const next = now + (open || underway ? pollMillis : latePollMillis)
      // The clock decides again right at the expiry, and once more right after the watch period.
      const dueAt = now < order.expiresAt ? Math.min(next, order.expiresAt) : next
      yield* complete({ _tag: "DueAgain", job, dueAt })
    })
  }
  return handler
})
