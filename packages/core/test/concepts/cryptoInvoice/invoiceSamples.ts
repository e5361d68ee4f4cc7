import { Option } from "effect"
import { quote } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFee.ts"
import type { CryptoInvoiceOrder } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { type FeePayer, type FeeTerms, noFee } from "../../../src/kernel/money/Fee.ts"
import { millisPerDay, millisPerHour } from "../../../src/kernel/time/Instant.ts"

export const issuedAt = 1_772_000_000_000
export const expiresAt = issuedAt + millisPerHour
export const watchUntil = expiresAt + 7 * millisPerDay
export const requiredConfirmations = 3

export const onePercent: FeeTerms = { ...noFee, basisPoints: 100 }

export const orderOf = (
  amountMinor: bigint,
  feePayer: FeePayer,
  feeTerms: FeeTerms,
  toleranceMinor = 0n
): CryptoInvoiceOrder => ({
  id: "inv_1",
  partnerId: "prt_1",
  externalId: "order-1",
  token: "t",
  network: "tron",
  currency: "USDT",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  addressSalt: "00112233445566778899aabbccddeeff",
  amountMinor,
  ...quote(amountMinor, feePayer, feeTerms),
  toleranceMinor: Option.some(toleranceMinor),
  feePayer,
  feeTerms,
  requiredConfirmations,
  description: Option.none(),
  customerName: Option.none(),
  customerEmail: Option.none(),
  successUrl: Option.none(),
  cancelUrl: Option.none(),
  createdAt: issuedAt,
  expiresAt,
  watchUntil
})

/** 1000 expected, of which one percent is the fee. */
export const order = orderOf(1000n, "merchant", onePercent)
