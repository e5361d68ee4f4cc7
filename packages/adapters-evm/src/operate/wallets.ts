import {
  type AddressFormat,
  ChainJournal,
  ChainWallets,
  canonicalAddress,
  isAddress,
  Vault,
  walletKeyContext
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { ChainRefused, type WalletName } from "../ChainOperators.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { evmSpelling, type Spelling } from "../Spelling.ts"
import type { OutsideSigner } from "../send/OutsideSigner.ts"
import { orRefused } from "./orRefused.ts"

/** The network to which a wallet is added. */
export interface WalletHome {
  readonly name: string
  readonly spelling: Spelling
  /** The number of the first transaction that this store may give a wallet. */
  readonly firstSlotOf: (address: string) => Effect.Effect<number, ChainRefused>
}

const addressForms: Readonly<Record<AddressFormat, string>> = {
  evm: "0x and 40 hex digits, with the EIP-55 checksum if the case is mixed",
  tron: "T and 33 letters and digits (Base58Check)"
}

const keyPattern = /^0x[0-9a-fA-F]{64}$/

/** Adds the wallet of a private key. */
export const importWallet = Effect.fnUntraced(function* (network: WalletHome, privateKey: string) {
  const account = keyPattern.test(privateKey) ? accountOf(privateKey) : undefined
  if (account === undefined)
    return yield* new ChainRefused({
      reason: "a private key is 0x and 64 hex digits, and not every such number is a private key"
    })
  const address = network.spelling.address(account.address)
  const vault = yield* Vault
  return yield* addWallet(network, address, vault.seal(privateKey, walletKeyContext(network.name, address)))
})

/** Adds a wallet whose key is not in the store. */
export const recordWallet = Effect.fnUntraced(function* (
  network: WalletHome,
  outside: Pick<OutsideSigner, "accounts"> | undefined,
  written: string
) {
  const { format } = network.spelling
  if (!isAddress(format, written))
    return yield* new ChainRefused({ reason: `an address is ${addressForms[format]}` })
  const address = canonicalAddress(format, written)
  if (outside === undefined)
    return yield* new ChainRefused({
      reason:
        format === "tron"
          ? `the server signs for wallets of ${network.name} itself: import the key, with --key-file`
          : `a wallet without a key here needs a signer: the configuration names none in networks.${network.name}.signer`
    })
  const known = yield* orRefused(outside.accounts)
  if (!known.some((each) => each.toLowerCase() === address.toLowerCase()))
    return yield* new ChainRefused({
      reason: `the signer of ${network.name} has no key of ${address}`
    })
  return yield* addWallet(network, address, Effect.succeed(""))
})

const addWallet = Effect.fnUntraced(function* (
  { firstSlotOf, name }: WalletHome,
  address: string,
  sealing: Effect.Effect<string>
) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const nextNonce = yield* firstSlotOf(address)
  yield* orRefused(journal.begin(name))
  const sealedKey = yield* sealing
  const known = (yield* orRefused(wallets.wallets(name))).find((each) => each.address === address)
  if (known !== undefined && (known.sealedKey === "") !== (sealedKey === ""))
    return yield* new ChainRefused({
      reason: `wallet ${address} of ${name} was already added, with its key ${known.sealedKey === "" ? "outside" : "in the store"}`
    })
  const isNew = yield* orRefused(wallets.addWallet({ address, partnerId: name, sealedKey, nextNonce }))
  return { network: name, address, isNew }
})

const accountOf = (privateKey: string) => {
  try {
    return privateKeyToAccount(privateKey as Hex)
  } catch {
    return undefined
  }
}

/** Slots continue after those that the wallet has used on an EVM network. */
export const slotAfterUsed = (name: string, rpc: Rpc["Service"]): WalletHome["firstSlotOf"] =>
  Effect.fnUntraced(function* (written) {
    const address = evmSpelling.hexOfAddress(written)
    const [mined, pending] = yield* orRefused(
      Effect.all([rpc.transactionCount(address, "latest"), rpc.transactionCount(address, "pending")])
    )
    if (pending > mined)
      return yield* new ChainRefused({
        reason: `wallet ${written} has ${pending - mined} transactions on ${name} that no block contains yet: wait for them`
      })
    return mined
  })

/** Adds a wallet with a new key. */
export const createWallet = Effect.fnUntraced(function* (network: WalletHome) {
  const { address, network: name } = yield* importWallet(network, generatePrivateKey())
  return { network: name, address } satisfies WalletName
})
