import { assert } from "vitest"
import type {
  CryptoInvoiceCommand,
  CryptoInvoiceEvent
} from "../../../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import { paidMinor } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
import { cryptoInvoiceEntries } from "../../../src/concepts/cryptoInvoice/CryptoInvoicePostings.ts"
import type {
  CryptoInvoiceOrder,
  IssuedCryptoInvoice
} from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import {
  type CryptoInvoiceException,
  exceptionOf
} from "../../../src/concepts/cryptoInvoice/CryptoInvoiceStanding.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { Books } from "../../kernel/ledger/Books.ts"
import { requiredConfirmations, order as sample } from "./invoiceSamples.ts"
import { afterCommand, type IssuedWhole, wholeInvoice } from "./wholeInvoice.ts"

/** What was seen of a transfer; seen at the instant it is heard of unless said otherwise. */
export interface Sighting {
  readonly amountMinor: bigint
  readonly at: number
  readonly seenAt?: number
  readonly confirmations?: number
}

/** The life of one invoice with the books that its events write. Each method is one command. */
export class Life {
  state: IssuedWhole
  readonly books = new Books()
  readonly order: CryptoInvoiceOrder

  constructor(order: CryptoInvoiceOrder = sample) {
    this.order = order
    const first = wholeInvoice.evolve(wholeInvoice.initial, { _tag: "CryptoInvoiceIssued", order })
    invariant(first._tag !== "absent", "issued")
    this.state = first
  }

  /** Carries out a command and answers its events, or nothing when it was refused. */
  tell(command: CryptoInvoiceCommand): ReadonlyArray<CryptoInvoiceEvent> | undefined {
    const after = afterCommand(this.state, command)
    if (after === undefined) return undefined
    const { events, state } = after
    invariant(state._tag !== "absent", "an issued invoice stays")
    this.state = state
    for (const entry of events.flatMap((event) => cryptoInvoiceEntries(this.order, event))) {
      assert.isTrue(this.books.book(entry), "no entry of an invoice is refused")
    }
    return events
  }

  see(txHash: string, { amountMinor, at, confirmations = 0, seenAt = at }: Sighting): this {
    this.tell({ _tag: "Observe", transfer: { txHash, logIndex: 0, amountMinor, confirmations, seenAt }, at })
    return this
  }

  /** Sees a transfer with all the confirmations it needs. */
  pay(txHash: string, sighting: Sighting): this {
    return this.see(txHash, { confirmations: requiredConfirmations, ...sighting })
  }

  drop(txHash: string, at: number): this {
    this.tell({ _tag: "Drop", txHash, logIndex: 0, at })
    return this
  }

  expire(at: number): this {
    this.tell({ _tag: "Expire", at })
    return this
  }

  /** Asserts status, exception and paid amount. */
  is(status: IssuedCryptoInvoice["_tag"], exception: CryptoInvoiceException, paid: bigint): this {
    assert.deepStrictEqual(
      { status: this.state._tag, exception: exceptionOf(this.state), paid: paidMinor(this.state) },
      { status, exception, paid }
    )
    return this
  }
}
