import { factoryContracts, type Hex, publicKeyAddress } from "@quittance/adapters-evm"
import { bytesOf, hexOf, transferCall } from "@quittance/adapters-evm/parts"
import { afterwards } from "@quittance/testing"
import { pointFromScalar, signRecoverable } from "tiny-secp256k1"
import { addressOfHex, hexOfAddress } from "../../src/address.ts"
import { rawData, signedTransaction, transactionId } from "../../src/encode/TronTransaction.ts"
import { ForwarderFactory } from "../../src/contracts/ForwarderFactory.ts"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import { serveOnLoopback } from "../node/loopbackServer.ts"
import { token, TronChain } from "../node/TronChain.ts"
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

const customerKey: Hex = `0x${"2f".repeat(32)}`

/** A transfer of the token as its sender signs it. */
const signedTransfer = (chain: TronChain, key: Hex, to: string, units: bigint): Hex => {
  const { head } = chain
  const raw = rawData({
    owner: addressOfKey(key),
    to: token,
    data: transferCall(hexOfAddress(to), units),
    refBlockBytes: `0x${head.id.slice(14, 18)}`,
    refBlockHash: `0x${head.id.slice(18, 34)}`,
    expiration: head.timestamp + 60_000,
    timestamp: head.timestamp,
    feeLimitSun: 100_000_000n
  })
  const { recoveryId, signature } = signRecoverable(bytesOf(transactionId(raw)), bytesOf(key))
  return signedTransaction(raw, `${hexOf(signature)}${(27 + recoveryId).toString(16)}`)
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
  return {
    ...{ chain, network, nodes },
    /** While it does, a block takes each transaction that a node accepts, and is solid at once. */
    mine: (isTo: boolean) => {
      isMining = isTo
    },
    balanceOf: (address: string) => chain.state.holding(token, hexOfAddress(address)),
    /** Somebody sends the token, in the next block. */
    deposit: (address: string, units: bigint) => {
      nodes[0].broadcast(bytesOf(signedTransfer(chain, customerKey, address, units)))
      chain.produce()
    }
  }
}
