import type { RecordedDeposit, TransitDepositOrder, TransitWallet } from "@quittance/core"
import * as fc from "fast-check"
import { address, network } from "./addressGenerators.ts"
import { amountMinor, instant } from "./moneyGenerators.ts"
import { anyText, hexText, optionOf, prefixed } from "./textGenerators.ts"

/** Transit wallets, and deposits in every state that can be stored, with every field over its whole range. */

export const transitWallet = (partnerId: string): fc.Arbitrary<TransitWallet> =>
  network.chain(({ addressFormat, currency, name }) =>
    fc.record({
      id: prefixed("wal_"),
      partnerId: fc.constant(partnerId),
      label: anyText(200),
      network: fc.constant(name),
      currency: fc.constant(currency),
      address: address(addressFormat),
      addressSalt: optionOf(hexText(16)),
      createdAt: instant
    })
  )

export const transitDepositOrder = (partnerId: string): fc.Arbitrary<TransitDepositOrder> =>
  network.chain(({ addressFormat, confirmations, currency, name }) =>
    fc.record({
      id: prefixed("dep_"),
      partnerId: fc.constant(partnerId),
      walletId: prefixed("wal_"),
      network: fc.constant(name),
      currency: fc.constant(currency),
      address: address(addressFormat),
      txHash: hexText(32),
      logIndex: fc.nat({ max: 1_000_000 }),
      requiredConfirmations: fc.constant(confirmations),
      createdAt: instant
    })
  )

export const transitDepositState = (order: TransitDepositOrder): fc.Arbitrary<RecordedDeposit> =>
  fc.record({
    _tag: fc.constantFrom("seen" as const, "credited" as const, "dropped" as const, "reversed" as const),
    order: fc.constant(order),
    amountMinor,
    confirmations: fc.nat({ max: 1_000_000 }),
    seenAt: instant,
    updatedAt: instant
  })
