import { ChainJournal, ChainWallets, Vault, walletKeyContext } from "@quittance/core"
import { Effect } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { ChainRefused, type WalletName } from "../EvmOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { told } from "./told.ts"

const keyPattern = /^0x[0-9a-fA-F]{64}$/

/** Adds the wallet of a private key. Its slots go on after those that it has used on the network. */
export const importWallet = Effect.fnUntraced(function* (
  { name }: EvmNetwork,
  rpc: Rpc["Service"],
  privateKey: string
) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const vault = yield* Vault
  const account = keyPattern.test(privateKey) ? accountOf(privateKey) : undefined
  if (account === undefined)
    return yield* new ChainRefused({
      reason: "a private key is 0x and 64 hex digits, and not every number is one"
    })
  const { address } = account
  const [mined, pending] = yield* told(
    Effect.all([rpc.transactionCount(address, "latest"), rpc.transactionCount(address, "pending")])
  )
  if (pending > mined)
    return yield* new ChainRefused({
      reason: `wallet ${address} has ${pending - mined} transactions on ${name} that no block contains yet: wait for them`
    })
  yield* told(journal.begin(name))
  const sealedKey = yield* vault.seal(privateKey, walletKeyContext(name, address))
  const isNew = yield* told(wallets.addWallet({ address, partnerId: name, sealedKey, nextNonce: mined }))
  return { network: name, address, isNew }
})

const accountOf = (privateKey: string) => {
  try {
    return privateKeyToAccount(privateKey as Hex)
  } catch {
    return undefined
  }
}

/** Adds a wallet with a new key. */
export const createWallet = Effect.fnUntraced(function* (network: EvmNetwork, rpc: Rpc["Service"]) {
  const { address, network: name } = yield* importWallet(network, rpc, generatePrivateKey())
  return { network: name, address } satisfies WalletName
})
