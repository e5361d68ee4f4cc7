import { Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { count, instant, packed, sealed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** What was paid out in one hour. */
const SpentHour = Schema.Struct({ from: Schema.Int, minor: Schema.BigInt })
export interface SpentHour extends Schema.Schema.Type<typeof SpentHour> {}

type PackedHour = readonly [from: number, minor: string]

const spentHours = packed<ReadonlyArray<SpentHour>>(Schema.Array(SpentHour), {
  pack: (hours) => JSON.stringify(hours.map(({ from, minor }) => [from, String(minor)])),
  unpack: (text) =>
    (JSON.parse(text) as ReadonlyArray<PackedHour>).map(([from, minor]) => ({ from, minor: BigInt(minor) }))
})

/** A wallet that pays on a network. It belongs to the network. */
export const chainWallet = record({
  name: "ChainWallet",
  noun: "wallet",
  table: "chain_wallets",
  fixed: {
    /** network/address: one key may have a wallet on several networks. */
    id: text,
    /** The network's name. */
    partnerId: text,
    /** In canonical spelling. */
    address: text,
    createdAt: instant
  },
  changing: {
    /** The private key, sealed by the vault; empty if an external signer holds it. */
    sealedKey: sealed,
    /** The number of its next transaction. */
    nextNonce: count,
    /** The last 24 hours in which something was paid out. */
    spent: spentHours,
    updatedAt: instant
  },
  indexes: { by_network: { on: ["partnerId", "createdAt", "id"] } }
})

export interface ChainWallet extends RecordOf<typeof chainWallet> {}

export const chainWalletId = (network: string, address: string): string => `${network}/${address}`

/** The name of the sealed key for the vault: it can be opened only as the key of this wallet. */
export const walletKeyContext = (network: string, address: string): string =>
  `chain wallet ${network} ${address}`

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainWallet: ChainWallet
  }
  interface EventsByConcept {
    readonly ChainWallet: { readonly _tag: "ChainWalletAdded"; readonly at: Instant }
  }
}
