import {
  canonicalAddress,
  ChainJournal,
  ChainWallets,
  isAddress,
  Vault,
  walletKeyContext
} from "@quittance/core"
import { Effect } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { ChainRefused, type WalletName } from "../EvmOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { OutsideSigner } from "../send/OutsideSigner.ts"
import { told } from "./told.ts"

const keyPattern = /^0x[0-9a-fA-F]{64}$/

/** Adds the wallet of a private key. */
export const importWallet = Effect.fnUntraced(function* (
  network: EvmNetwork,
  rpc: Rpc["Service"],
  privateKey: string
) {
  const account = keyPattern.test(privateKey) ? accountOf(privateKey) : undefined
  if (account === undefined)
    return yield* new ChainRefused({
      reason: "a private key is 0x and 64 hex digits, and not every number is one"
    })
  const { address } = account
  const vault = yield* Vault
  return yield* addWallet(
    network,
    rpc,
    address,
    vault.seal(privateKey, walletKeyContext(network.name, address))
  )
})

/** Adds a wallet whose key is outside. */
export const recordWallet = Effect.fnUntraced(function* (
  network: EvmNetwork,
  rpc: Rpc["Service"],
  outside: OutsideSigner | undefined,
  written: string
) {
  if (!isAddress("evm", written))
    return yield* new ChainRefused({
      reason: "an address is 0x and 40 hex digits, with the EIP-55 checksum if the case is mixed"
    })
  const address = canonicalAddress("evm", written) as Hex
  if (outside === undefined)
    return yield* new ChainRefused({
      reason: `a wallet without a key here needs a signer: the configuration names none in networks.${network.name}.signer`
    })
  const known = yield* told(outside.accounts)
  if (!known.some((each) => each.toLowerCase() === address.toLowerCase()))
    return yield* new ChainRefused({
      reason: `the signer of ${network.name} has no key of ${address}`
    })
  return yield* addWallet(network, rpc, address, Effect.succeed(""))
})

/** Its slots go on after those that the wallet has used on the network. */
const addWallet = Effect.fnUntraced(function* (
  { name }: EvmNetwork,
  rpc: Rpc["Service"],
  address: Hex,
  sealing: Effect.Effect<string>
) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const [mined, pending] = yield* told(
    Effect.all([rpc.transactionCount(address, "latest"), rpc.transactionCount(address, "pending")])
  )
  if (pending > mined)
    return yield* new ChainRefused({
      reason: `wallet ${address} has ${pending - mined} transactions on ${name} that no block contains yet: wait for them`
    })
  yield* told(journal.begin(name))
  const sealedKey = yield* sealing
  const known = (yield* told(wallets.wallets(name))).find((each) => each.address === address)
  if (known !== undefined && (known.sealedKey === "") !== (sealedKey === ""))
    return yield* new ChainRefused({
      reason: `wallet ${address} of ${name} was added before, with its key ${known.sealedKey === "" ? "outside" : "in the store"}`
    })
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
