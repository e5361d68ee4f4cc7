import type { Ids } from "@quittance/core"
import {
  addressClaimKey,
  bankPaymentClaims,
  batchClaims,
  type ClaimScope,
  type Commit,
  type CryptoTransfer,
  chainClaims,
  cryptoInvoice,
  cryptoTransferOrder,
  type Instant,
  invoice,
  invoiceClaims,
  kycClaims,
  type PartnerId,
  transferClaimKey,
  transitClaims
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import {
  importingBatch,
  issuingInvoice,
  newBankPayment,
  newBatch,
  newInvoice,
  writingBankPayment
} from "./InvoiceSamples.ts"
import { kycExpired, kycRedacted, newKycSession, writingKycSession } from "./KycSamples.ts"
import { claimBy, issuing, newCryptoInvoice, newPayout, reserving } from "./StoreSamples.ts"
import { newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"

/** What a record for checks of searches is made of. All of them are on `ethereum`. */
export interface SearchedLife {
  readonly partnerId: PartnerId
  readonly createdAt: Instant
  /** As far as such a record can be. */
  readonly isRedacted: boolean
  /** Unique texts, by which the record is claimed. */
  readonly key: string
  readonly externalId: string
  readonly operationId: string
  readonly ownAddress: string
  /** Of a payout. */
  readonly address: string
  /** Of a payout, as its processing side tells it. */
  readonly processingId: string
  /** Of what arrived at the own address: the canonical hash of the transaction, and a position that is new in it. */
  readonly txHash: string
  readonly position: number
}

/** The commits that write a record, and what finds it. */
export interface SearchedSample {
  readonly id: string
  readonly commits: ReadonlyArray<Commit>
  readonly foundBy: ReadonlyArray<string>
  readonly isRedacted: boolean
}

type Sample = (life: SearchedLife) => Effect.Effect<SearchedSample, never, Ids>

const network = "ethereum"

const held = (partnerId: PartnerId, ownerId: string, scope: ClaimScope, key: string) =>
  claimBy(partnerId, { scope, key, ownerId })

const also = (whole: Commit, claims: Commit["claims"]): Commit => ({
  ...whole,
  claims: [...whole.claims, ...claims]
})

const payout: Sample = Effect.fnUntraced(function* ({ address, createdAt, key, partnerId, processingId }) {
  const made = yield* newPayout(partnerId, { address, createdAt, idempotencyKey: key, network })
  const state = { ...made, processingId: Option.some(processingId) }
  const { id } = made.order
  const commits = [yield* reserving(made, state)]
  return { id, commits, foundBy: [id, key, address, processingId], isRedacted: false }
})

const crypto: Sample = Effect.fnUntraced(function* (life) {
  const { createdAt, externalId, isRedacted, ownAddress, partnerId, position, txHash } = life
  const made = yield* newCryptoInvoice(partnerId, { address: ownAddress, createdAt, externalId, network })
  const { id } = made.order
  const state = isRedacted ? { ...cryptoInvoice.erase(made), redactedAt: Option.some(createdAt) } : made
  const order = cryptoTransferOrder(made.order, { txHash, logIndex: position })
  const transfer: CryptoTransfer = {
    _tag: "seen",
    order,
    amountMinor: 1n,
    rest: Option.none(),
    confirmations: 1,
    seenAt: createdAt,
    creditedAt: Option.none()
  }
  const whole = yield* issuing(state)
  const commits: ReadonlyArray<Commit> = [
    {
      ...also(whole, [
        held(partnerId, order.id, chainClaims.transfer, transferClaimKey(network, txHash, position))
      ]),
      aggregates: [...whole.aggregates, { _tag: "CryptoTransfer", state: transfer, expectedVersion: 0 }]
    }
  ]
  return { id, commits, foundBy: [id, externalId, ownAddress, txHash], isRedacted }
})

const wallet: Sample = Effect.fnUntraced(function* (life) {
  const { createdAt, key, ownAddress: address, partnerId, position: logIndex, txHash } = life
  const made = yield* newWallet(partnerId, { address, createdAt, network })
  const deposit = yield* newDeposit(made, { createdAt, logIndex, txHash })
  const claims = [
    held(partnerId, made.id, transitClaims.create, key),
    held(partnerId, made.id, chainClaims.depositAddress, addressClaimKey(network, address))
  ]
  const transfer = transferClaimKey(network, txHash, logIndex)
  const commits = [
    also(yield* openingWallet(made), claims),
    also(yield* recordingDeposit(deposit), [
      held(partnerId, deposit.order.id, chainClaims.transfer, transfer)
    ])
  ]
  return { id: made.id, commits, foundBy: [made.id, key, address, txHash], isRedacted: false }
})

const fiat: Sample = Effect.fnUntraced(function* ({ createdAt, externalId, isRedacted, key, partnerId }) {
  const made = yield* newInvoice(partnerId, { createdAt, externalId: Option.some(externalId) })
  const { id } = made.order
  const state = isRedacted ? { ...invoice.erase(made), redactedAt: Option.some(createdAt) } : made
  const commits = [also(yield* issuingInvoice(state), [held(partnerId, id, invoiceClaims.create, key)])]
  return { id, commits, foundBy: [id, externalId, key], isRedacted }
})

const batch: Sample = Effect.fnUntraced(function* ({ createdAt, key, partnerId }) {
  const made = yield* newBatch(partnerId, { createdAt })
  const claims = [held(partnerId, made.id, batchClaims.create, key)]
  const commits = [yield* importingBatch(made, { claims })]
  return { id: made.id, commits, foundBy: [made.id, key], isRedacted: false }
})

const session: Sample = Effect.fnUntraced(function* ({ createdAt, isRedacted, key, partnerId }) {
  const made = yield* newKycSession(partnerId, { createdAt })
  const { id } = made.order
  const state = isRedacted ? kycRedacted(kycExpired(made, createdAt), createdAt) : made
  const commits = [also(yield* writingKycSession(state), [held(partnerId, id, kycClaims.create, key)])]
  return { id, commits, foundBy: [id, key], isRedacted }
})

const payment: Sample = Effect.fnUntraced(function* ({ createdAt, operationId, partnerId }) {
  const made = yield* newBankPayment(partnerId, { createdAt })
  const { id } = made.order
  const claims = [held(partnerId, id, bankPaymentClaims.operation, operationId)]
  const commits = [also(yield* writingBankPayment(made), claims)]
  return { id, commits, foundBy: [id, operationId], isRedacted: false }
})

/** By what such a record is called in results. */
export const searchedSamples: { readonly [type: string]: Sample } = {
  payout,
  crypto_invoice: crypto,
  wallet,
  invoice: fiat,
  batch,
  kyc_session: session,
  bank_payment: payment
}
