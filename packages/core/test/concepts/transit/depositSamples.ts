import type {
  TransitDepositCommand,
  TransitDepositOrder
} from "../../../src/concepts/transit/TransitDeposit.ts"

export const start = 1_772_000_000_000
export const requiredConfirmations = 3

export const depositOrderOf = (id: string): TransitDepositOrder => ({
  id,
  partnerId: "prt_1",
  walletId: "wal_1",
  network: "tron",
  currency: "USDT",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  txHash: `tx-${id}`,
  logIndex: 0,
  requiredConfirmations,
  createdAt: start
})

export const order = depositOrderOf("dep_1")

/** What the network shows of a transfer, at an instant. */
export const observe = (
  at: number,
  confirmations: number,
  amountMinor = 1000n,
  of: TransitDepositOrder = order
): TransitDepositCommand => ({
  _tag: "Observe",
  order: of,
  shown: { amountMinor, confirmations, seenAt: at },
  at
})

export const drop = (at: number): TransitDepositCommand => ({ _tag: "Drop", at })
