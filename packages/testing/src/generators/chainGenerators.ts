import {
  type ChainCursor,
  type ChainSetup,
  type ChainTransactionOrder,
  type ChainTransfer,
  type ChainUpkeep,
  type ChainWallet,
  chainCursor,
  chainSetup,
  chainTransaction,
  chainTransfer,
  chainUpkeep,
  chainWaitCodes,
  chainWallet,
  type RecordedTransaction
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { feeMinor, instant } from "./moneyGenerators.ts"
import { anyText, hexText, optionOf } from "./textGenerators.ts"

/** Stored records of networks, with every field over its whole range. */

const hash = hexText(32).map((hex) => `0x${hex}`)
const blockNumber = fc.nat({ max: 1_000_000_000 })

export const cursor: fc.Arbitrary<ChainCursor> = fc.record({
  ...valuesOf(chainCursor.fixed, { id: hexText(16) }),
  ...valuesOf(chainCursor.changing, {
    blocks: fc.array(fc.record({ number: blockNumber, hash }), { maxLength: 5 })
  })
})

export const setup = (partnerId: string): fc.Arbitrary<ChainSetup> =>
  fc.record({
    ...valuesOf(chainSetup.fixed, { id: hexText(16), partnerId: fc.constant(partnerId) }),
    ...valuesOf(chainSetup.changing, {
      waits: optionOf(
        fc.array(
          fc.record({
            work: fc.constantFrom("payouts" as const, "deposits" as const),
            code: fc.constantFrom(...chainWaitCodes),
            since: instant
          }),
          { maxLength: 4 }
        )
      )
    })
  })

export const upkeep = (partnerId: string): fc.Arbitrary<ChainUpkeep> =>
  fc.record({
    ...valuesOf(chainUpkeep.fixed, { id: hexText(16), partnerId: fc.constant(partnerId) }),
    ...valuesOf(chainUpkeep.changing, {
      holdings: optionOf(
        fc.array(fc.record({ address: hexText(20), value: fc.bigInt({ min: 0n }), blockNumber }), {
          maxLength: 3
        })
      ),
      acknowledged: optionOf(
        fc.array(
          fc.record({
            subject: hash,
            difference: anyText(200),
            reason: anyText(200),
            by: anyText(50),
            at: instant
          }),
          { maxLength: 3 }
        )
      )
    })
  })

export const transfer = (partnerId: string): fc.Arbitrary<ChainTransfer> =>
  fc.record({
    ...valuesOf(chainTransfer.fixed, {
      id: hexText(16),
      partnerId: fc.constant(partnerId),
      txHash: hash
    }),
    ...valuesOf(chainTransfer.changing, {
      blockHash: hash,
      blockNumber,
      shownBy: optionOf(fc.array(anyText(50), { maxLength: 3 }))
    })
  })

export const wallet = (partnerId: string): fc.Arbitrary<ChainWallet> =>
  fc.record({
    ...valuesOf(chainWallet.fixed, { id: hexText(20), partnerId: fc.constant(partnerId) }),
    ...valuesOf(chainWallet.changing, {
      spent: fc.array(fc.record({ from: instant, minor: feeMinor }), { maxLength: 24 })
    })
  })

export const transactionOrder = (partnerId: string): fc.Arbitrary<ChainTransactionOrder> =>
  fc.record(valuesOf(chainTransaction.order, { id: hexText(16), partnerId: fc.constant(partnerId) }))

const forms = fc.array(
  fc.record({
    hash,
    bytes: hexText(100).map((hex) => `0x${hex}`),
    isCancel: fc.boolean(),
    maxFeeWei: feeMinor,
    maxTipWei: feeMinor,
    at: instant,
    expiresAt: fc.oneof(fc.constant(0), instant)
  }),
  { maxLength: 3 }
)

export const transactionState = (order: ChainTransactionOrder): fc.Arbitrary<RecordedTransaction> =>
  statesOf(chainTransaction, order, { forms })
