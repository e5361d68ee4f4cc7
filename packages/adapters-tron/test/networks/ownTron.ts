import { factoryContracts, type Hex, publicKeyAddress } from "@quittance/adapters-evm"
import { bytesOf, type Call, hexOf, transferCall } from "@quittance/adapters-evm/parts"
import { afterwards } from "@quittance/testing"
import { pointFromScalar, signRecoverable } from "tiny-secp256k1"
import { addressOfHex, createdAddress, hexOfAddress } from "../../src/address.ts"
import { ForwarderFactory } from "../../src/contracts/ForwarderFactory.ts"
import { rawData, signedTransaction, transactionId } from "../../src/encode/TronTransaction.ts"
import { factoryCreation } from "../../src/factory.ts"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import { serveOnLoopback } from "../node/loopbackServer.ts"
import { TronChain, token } from "../node/TronChain.ts"
import { type Fetch, TronNode } from "../node/TronNode.ts"

/** The key of the wallet that pays. */
export const payerKey: Hex = `0x${"1f".repeat(32)}`

const addressOfKey = (key: Hex): Hex => {
  const point = pointFromScalar(bytesOf(key), false)
  if (point === null) throw new Error("no key")
  return publicKeyAddress(point).toLowerCase() as Hex
}

/** Addresses in Base58Check; nobody has their keys. */
export const personOf = (number: number): string => addressOfHex(`0x${number.toString(16).padStart(40, "0")}`)

export const payer = addressOfHex(addressOfKey(payerKey))

/** The key of somebody else who has TRX and the token. */
const customerKey: Hex = `0x${"2f".repeat(32)}`

/** Tells transactions apart that are else the same. */
let signedCount = 0

/** What the owner of a key signs. It refers to a block that no reorganisation takes back. */
const signedBy = (chain: TronChain, key: Hex, call: Call) => {
  const { head, solid } = chain
  signedCount += 1
  const raw = rawData({
    ...call,
    owner: addressOfKey(key),
    refBlockBytes: `0x${solid.id.slice(14, 18)}`,
    refBlockHash: `0x${solid.id.slice(18, 34)}`,
    expiration: head.timestamp + 60_000,
    timestamp: head.timestamp + signedCount,
    feeLimitSun: 1_000_000_000n
  })
  const id = transactionId(raw)
  const { recoveryId, signature } = signRecoverable(bytesOf(id), bytesOf(key))
  return { id, bytes: signedTransaction(raw, `${hexOf(signature)}${(27 + recoveryId).toString(16)}`) }
}

/** Four witnesses, so that a block is solid when two are above it. */
const witnesses = 4

/** A network with two nodes on this machine, and a wallet that has TRX and the token. */
export const startTron = async () => {
  const chain = new TronChain({
    witnesses,
    factory: {
      creationCode: ForwarderFactory.bytecode,
      codes: ({ factory, implementation, treasury }) => {
        const contracts = factoryContracts(factory, treasury, implementation, ForwarderFactory)
        return { factory: contracts.factory.code, implementation: contracts.implementation.code }
      },
      energyLeftMin: 210_000n
    }
  })
  const nodes = [new TronNode(chain), new TronNode(chain)] as const
  let isMining = false
  const mining =
    (node: TronNode): Fetch =>
    async (url, request) => {
      const answer = await node.fetch(url, request)
      if (isMining && url.includes("/broadcast")) chain.produceMany(witnesses)
      return answer
    }
  const servers = await Promise.all(nodes.map((node) => serveOnLoopback({ fetch: mining(node) })))
  for (const { close } of servers) afterwards(close)
  chain.giveCoin(hexOfAddress(payer), 100_000_000_000n)
  chain.giveToken(hexOfAddress(payer), 10n ** 15n)
  chain.giveCoin(addressOfKey(customerKey), 100_000_000_000n)
  chain.giveToken(addressOfKey(customerKey), 10n ** 12n)
  chain.produceMany(10)
  const [first, second] = servers.map(({ url }) => url) as [string, string]
  const network: TronNetwork = {
    name: "tron",
    rpcUrls: [first, second],
    chainId: chain.chainId,
    token: { address: addressOfHex(token), decimals: 6 },
    confirmations: 3,
    finality: "finalized",
    treasury: personOf(0x7e),
    energy: "burn"
  }
  /** Somebody calls a contract, or creates one, in the next block. */
  const call = (by: Hex, called: Call): Hex => {
    const { bytes, id } = signedBy(chain, by, called)
    nodes[0].broadcast(bytesOf(bytes))
    chain.produce()
    return id
  }
  return {
    ...{ chain, network, nodes },
    /** While it does, a block takes each transaction that a node accepts, and is solid at once. */
    mine: (isTo: boolean) => {
      isMining = isTo
    },
    balanceOf: (address: string) => chain.state.holding(token, hexOfAddress(address)),
    /** Somebody sends the token, or one that another contract is. */
    deposit: (address: string, units: bigint, contract: Hex = token): Hex =>
      call(customerKey, { to: contract, data: transferCall(hexOfAddress(address), units) }),
    /** Puts the contract for deposit addresses on the network. Answers where it is. */
    deployFactory: (treasury = network.treasury): string =>
      addressOfHex(
        createdAddress(
          call(customerKey, { data: factoryCreation(hexOfAddress(treasury)) }),
          addressOfKey(customerKey)
        )
      )
  }
}
