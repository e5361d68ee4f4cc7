import { Effect, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { isSettled, paidMinor } from "../cryptoInvoice/CryptoInvoiceFigures.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { paymentLinkOf } from "../cryptoInvoice/CryptoInvoiceView.ts"
import { makeTransfersOf } from "../cryptoInvoice/transfersOf.ts"
import { type IssuedInvoice, invoice } from "../invoice/Invoice.ts"
import { paymentUrlOf } from "../invoice/InvoiceView.ts"
import { isFiatInvoiceId } from "../invoice/invoiceNames.ts"
import type { MailedReceipt } from "../mail/ReceiptMail.ts"
import { networkLabel, Settings } from "../settings/Settings.ts"

/** An invoice whose payment was committed, as it is now. */
export interface PaidInvoice {
  readonly version: number
  /** None once it is redacted. */
  readonly address: Option.Option<string>
  /** From when on its receipt is tried. A transfer counts as paid days before its statement is read. */
  readonly since: Instant
  /** None while the network, or once the bank, has taken its money back. */
  readonly receipt: MailedReceipt | undefined
}

/** The page of a receipt is below that of its payment. */
const receiptUrlOf = (paymentUrl: string): string => `${paymentUrl}/receipt`

/** Reads what receipts by e-mail say, of invoices of either kind. */
export const makePaidInvoices = Effect.gen(function* () {
  const settings = yield* Settings
  const states = yield* StateReader
  const transfersOf = yield* makeTransfersOf

  const ofBank = (paid: IssuedInvoice & { readonly _tag: "paid" }): MailedReceipt => {
    const { order, paidAt, receipt } = paid
    const { currency, description, id: number, token } = order
    return {
      ...{ number, amountMinor: receipt.amountMinor, currency, paidAt, description },
      paidThrough: { bank: receipt.payerBank },
      url: receiptUrlOf(paymentUrlOf(settings.publicUrl, token))
    }
  }

  const ofNetwork = Effect.fnUntraced(function* (paid: IssuedCryptoInvoice & { readonly _tag: "paid" }) {
    const { currency, description, id: number, network, token } = paid.order
    const { newest } = yield* transfersOf(paid)
    const credited = newest.filter(({ _tag }) => _tag === "credited")
    const receipt: MailedReceipt = {
      ...{ number, amountMinor: paidMinor(paid), currency, paidAt: paid.paidAt, description },
      paidThrough: {
        network: networkLabel(settings, network),
        hashes: [...new Set(credited.map(({ order }) => order.txHash))]
      },
      url: receiptUrlOf(paymentLinkOf(settings.publicUrl, token))
    }
    return receipt
  })

  return Effect.fnUntraced(function* (partnerId: PartnerId, id: string) {
    if (isFiatInvoiceId(id)) {
      const { state, version } = yield* known(states.get(invoice, partnerId, id), id)
      if (state._tag !== "paid") return yield* unpaid(id)
      const receipt = Option.isSome(state.reversedAt) ? undefined : ofBank(state)
      const paid: PaidInvoice = {
        version,
        address: state.order.customerEmail,
        since: state.updatedAt,
        receipt
      }
      return paid
    }
    const { state, version } = yield* known(states.get(cryptoInvoice, partnerId, id), id)
    if (state._tag !== "paid") return yield* unpaid(id)
    const { order, paidAt: since } = state
    const receipt = isSettled(state) ? yield* ofNetwork(state) : undefined
    const paid: PaidInvoice = { version, address: order.customerEmail, since, receipt }
    return paid
  })
})

const known = <A, E>(found: Effect.Effect<Option.Option<A>, E>, id: string): Effect.Effect<A, E> =>
  Effect.flatMap(
    found,
    Option.match({
      onNone: () => Effect.die(new Error(`there is no invoice ${id}`)),
      onSome: (read) => Effect.succeed(read)
    })
  )

/** Paid is final, and the job came with it. */
const unpaid = (id: string) => Effect.die(new Error(`invoice ${id} was never paid`))
