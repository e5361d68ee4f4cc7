import {
  type RecordedDeposit,
  type TransitDepositOrder,
  type TransitWallet,
  transitDeposit,
  transitDepositPrefix,
  transitWalletPrefix,
  transitWallet as wallets
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { address, network } from "./addressGenerators.ts"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { amountMinor } from "./moneyGenerators.ts"
import { hexText, prefixed } from "./textGenerators.ts"

/** Transit wallets, and deposits in every state that can be stored, with every field over its whole range. */

export const transitWallet = (partnerId: string): fc.Arbitrary<TransitWallet> =>
  network.chain(({ addressFormat, currency, name }) =>
    fc.record(
      valuesOf(wallets.fixed, {
        id: prefixed(transitWalletPrefix),
        partnerId: fc.constant(partnerId),
        network: fc.constant(name),
        currency: fc.constant(currency),
        address: address(addressFormat),
        addressSalt: hexText(16)
      })
    )
  )

export const transitDepositOrder = (partnerId: string): fc.Arbitrary<TransitDepositOrder> =>
  network.chain(({ addressFormat, confirmations, currency, name }) =>
    fc.record(
      valuesOf(transitDeposit.order, {
        id: prefixed(transitDepositPrefix),
        partnerId: fc.constant(partnerId),
        network: fc.constant(name),
        currency: fc.constant(currency),
        address: address(addressFormat),
        txHash: hexText(32),
        requiredConfirmations: fc.constant(confirmations)
      })
    )
  )

export const transitDepositState = (order: TransitDepositOrder): fc.Arbitrary<RecordedDeposit> =>
  statesOf(transitDeposit, order, { amountMinor })
