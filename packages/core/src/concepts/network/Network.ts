import { type FeeTerms, fixedFee } from "../../kernel/money/Fee.ts"
import { noTolerance, type ToleranceTerms } from "../../kernel/money/Tolerance.ts"
import type { AddressFormat } from "./Address.ts"

/** A blockchain network as a deployment offers it. Bounds are inclusive, in minor units of `currency`. */
export interface Network {
  readonly name: string
  readonly label: string
  readonly currency: "USDT"
  readonly addressFormat: AddressFormat
  /** How many confirmations a transfer needs to be final. */
  readonly confirmations: number
  /** What it may be used for, if a provider serves it: crypto invoices, transit wallets, payouts. */
  readonly invoices: boolean
  readonly wallets: boolean
  readonly payouts: boolean
  readonly minInvoiceMinor: bigint
  readonly maxInvoiceMinor: bigint
  readonly minPayoutMinor: bigint
  readonly maxPayoutMinor: bigint
  readonly payoutFee: FeeTerms
  /** Replaces the deployment's invoice fee. */
  readonly invoiceFee: FeeTerms | undefined
  /** How much less than asked for pays a crypto invoice. */
  readonly tolerance: ToleranceTerms
}

const usdt = (units: bigint): bigint => units * 1_000_000n

const common = {
  currency: "USDT",
  wallets: true,
  payouts: true,
  invoiceFee: undefined,
  tolerance: noTolerance,
  minInvoiceMinor: usdt(1n),
  maxInvoiceMinor: usdt(100_000n),
  minPayoutMinor: usdt(1n),
  maxPayoutMinor: usdt(50_000n)
} as const

/** The default networks of a sandbox; a live deployment charges no fee that it did not set. */
export const defaultNetworks: readonly [Network, ...ReadonlyArray<Network>] = [
  {
    ...common,
    name: "tron",
    label: "Tron (TRC-20)",
    addressFormat: "tron",
    confirmations: 20,
    invoices: true,
    payoutFee: fixedFee(usdt(2n))
  },
  {
    ...common,
    name: "ethereum",
    label: "Ethereum (ERC-20)",
    addressFormat: "evm",
    confirmations: 12,
    invoices: true,
    payoutFee: fixedFee(usdt(5n))
  },
  {
    ...common,
    name: "bsc",
    label: "BNB Smart Chain (BEP-20)",
    addressFormat: "evm",
    confirmations: 15,
    invoices: true,
    payoutFee: fixedFee(usdt(1n))
  },
  {
    ...common,
    name: "polygon",
    label: "Polygon",
    addressFormat: "evm",
    confirmations: 128,
    invoices: false,
    payoutFee: fixedFee(usdt(1n))
  }
]
