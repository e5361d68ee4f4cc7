import { Clock, Effect, Option, Result } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  claimOf,
  type IdempotentRequest,
  makeIdempotency,
  requestUnder
} from "../../kernel/idempotency/Idempotency.ts"
import { emailDotsFault } from "../../kernel/input/EmailAddress.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { AmountOutOfRange } from "../../kernel/input/Refusals.ts"
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import { toleranceOf } from "../../kernel/money/Tolerance.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { millisPerMinute } from "../../kernel/time/Instant.ts"
import { addressClaimKey, chainClaims } from "../chain/chainNames.ts"
import { makeNewAddress } from "../chain/newAddress.ts"
import { invoiceRetention } from "../invoice/invoiceRedactionJobs.ts"
import { Networks } from "../network/Networks.ts"
import { feePayerFor, invoiceFeeFor, Partners } from "../partner/Partners.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { CryptoInvoice } from "./CryptoInvoice.ts"
import { cryptoInvoiceAtCreation, issued } from "./CryptoInvoiceAsOf.ts"
import { quote } from "./CryptoInvoiceFee.ts"
import type { CryptoInvoiceOrder } from "./CryptoInvoiceRecord.ts"
import { cryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { type CryptoInvoiceRequest, cryptoInvoiceDecoder, cryptoInvoiceForm } from "./CryptoInvoiceRequest.ts"
import { cryptoInvoiceJobs } from "./cryptoInvoiceNames.ts"

/** What the creation of crypto invoices stands on. It is looked up once, not for each call. */
export const makeCreationParts = Effect.gen(function* () {
  const settings = yield* Settings
  return {
    settings,
    decode: cryptoInvoiceDecoder(settings),
    ids: yield* Ids,
    states: yield* StateReader,
    partners: yield* Partners,
    networks: yield* Networks,
    newAddress: yield* makeNewAddress,
    runCommand: (yield* makeAnnouncingTransact).runCommand,
    once: yield* makeIdempotency
  }
})
type Parts = Effect.Success<typeof makeCreationParts>

/** `CryptoInvoices.create`. */
export const createCryptoInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown
) {
  const request = yield* Effect.fromResult(parts.decode(input))
  const amount = parseMinor(request.amount, "USDT")
  if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge") {
    return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
  }
  const amountMinor = Result.getOrElse(amount, () => undefined)
  const minutes = request.expiresInMinutes ?? parts.settings.invoice.expiresInMinutesDefault
  const idempotent = requestUnder(request.externalId, cryptoInvoiceForm, partnerId, request)

  return yield* parts.once(
    idempotent,
    issueCryptoInvoice(parts, partnerId, idempotent, request, amountMinor, minutes),
    (ownerId) =>
      Effect.map(existing(parts.states, cryptoInvoice, partnerId, ownerId), ({ state }) =>
        cryptoInvoiceAtCreation(state)
      )
  )
})

/** Checks a request that was not seen before, and issues its invoice. An amount that is too large is undefined. */
const issueCryptoInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  idempotent: IdempotentRequest,
  request: CryptoInvoiceRequest,
  amountMinor: bigint | undefined,
  minutes: number
) {
  const { settings } = parts
  const network = yield* parts.networks.find(request.network, "invoices")
  if (
    amountMinor === undefined ||
    amountMinor < network.minInvoiceMinor ||
    amountMinor > network.maxInvoiceMinor
  ) {
    return yield* new AmountOutOfRange({
      field: "amount",
      min: formatMinor(network.minInvoiceMinor, network.currency),
      max: formatMinor(network.maxInvoiceMinor, network.currency),
      currency: network.currency
    })
  }
  const { expiresInMinutesMax, expiresInMinutesMin } = settings.invoice
  if (minutes < expiresInMinutesMin || minutes > expiresInMinutesMax) {
    const bounds = `must be from ${expiresInMinutesMin} to ${expiresInMinutesMax}`
    return yield* InvalidInput.of("expiresInMinutes", "out_of_range", bounds)
  }
  const dots = emailDotsFault(request.customerEmail ?? "")
  if (dots !== undefined) return yield* InvalidInput.of("customerEmail", dots.code, dots.message)
  const terms = yield* parts.partners.termsOf(partnerId)
  const feePayer = feePayerFor(settings, terms)
  const feeTerms = invoiceFeeFor(settings, terms, network)
  const quoted = quote(amountMinor, feePayer, feeTerms)
  const { address, salt } = yield* parts.newAddress(network)
  const createdAt = yield* Clock.currentTimeMillis
  const expiresAt = createdAt + minutes * millisPerMinute
  const order: CryptoInvoiceOrder = {
    id: yield* parts.ids.uuid,
    partnerId,
    externalId: request.externalId,
    token: yield* parts.ids.token(16),
    network: network.name,
    currency: network.currency,
    address,
    addressSalt: salt,
    amountMinor,
    ...quoted,
    toleranceMinor: Option.some(toleranceOf(quoted.expectedMinor, network.tolerance)),
    feePayer,
    feeTerms,
    requiredConfirmations: network.confirmations,
    description: Option.fromNullishOr(request.description),
    customerName: Option.fromNullishOr(request.customerName),
    customerEmail: Option.fromNullishOr(request.customerEmail),
    successUrl: Option.fromNullishOr(request.successUrl),
    cancelUrl: Option.fromNullishOr(request.cancelUrl),
    createdAt,
    expiresAt,
    watchUntil: expiresAt + settings.invoice.watchMillis
  }
  const { state } = yield* parts
    .runCommand({
      machine: CryptoInvoice,
      command: { _tag: "Issue", order },
      partnerId,
      subjectId: order.id,
      at: createdAt,
      load: Effect.succeed({ state: CryptoInvoice.initial, version: 0 }),
      commit: ({ next }) => ({
        aggregates: [{ _tag: "CryptoInvoice", state: issued(next), expectedVersion: 0 }],
        claims: [
          claimOf(idempotent, order.id),
          ownClaim(order, chainClaims.depositAddress, addressClaimKey(order.network, order.address))
        ],
        jobs: [
          {
            kind: cryptoInvoiceJobs.watch,
            partnerId,
            subjectId: order.id,
            dueAt: Math.min(expiresAt, createdAt + settings.invoice.pollMillis)
          },
          ...invoiceRetention(partnerId, createdAt, settings)
        ]
      })
    })
    .pipe(Effect.catchTag("CryptoInvoiceCommandRefused", Effect.die))
  return issued(state)
})
