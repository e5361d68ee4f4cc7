import type { Hex } from "@quittance/adapters-evm"
import { bytesOf, hexOf, keccak } from "@quittance/adapters-evm/parts"
import { Effect } from "effect"
import { TronWeb, utils } from "tronweb"
import { hexOfAddress } from "../../src/address.ts"
import { signedTransaction } from "../../src/encode/TronTransaction.ts"
import type { TronApi } from "../../src/node/TronApi.ts"
import { until } from "./NileDeployment.ts"

/** How long a transaction of these may wait for a block. */
const lifetimeMillis = 120_000

const feeLimitSun = 50_000_000

interface Built {
  readonly raw_data_hex: string
  readonly txID: string
}

/** Somebody with a key who uses another program. */
export class Customer {
  readonly address: string
  readonly #key: string
  readonly #url: string
  readonly #api: TronApi
  readonly #tronWeb: TronWeb

  /** The URL is that of a node, which gets what is signed: the adapter's own way takes only what the adapter signs. */
  constructor(key: Hex, url: string, api: TronApi) {
    this.#key = key.slice(2)
    this.#url = url
    this.#api = api
    this.#tronWeb = new TronWeb({ fullHost: url })
    this.address = String(TronWeb.address.fromPrivateKey(this.#key))
  }

  /** Another one, whose key follows from the key. */
  get neighbour(): Customer {
    return new Customer(hexOf(keccak(bytesOf(`0x${this.#key}`))), this.#url, this.#api)
  }

  get hex(): Hex {
    return hexOfAddress(this.address)
  }

  /** Sends TRX, and waits for its block. */
  sendCoins(to: string, sun: number) {
    return this.#send((blockHeader) =>
      this.#tronWeb.transactionBuilder.sendTrx(to, sun, this.address, { blockHeader })
    )
  }

  /** Sends a token, and waits for its block. */
  sendTokens(token: string, to: string, value: bigint) {
    return this.#send(async (blockHeader) => {
      const parameters = [
        { type: "address", value: to },
        { type: "uint256", value }
      ]
      const { transaction } = await this.#tronWeb.transactionBuilder.triggerSmartContract(
        token,
        "transfer(address,uint256)",
        { txLocal: true, feeLimit: feeLimitSun, blockHeader },
        parameters,
        this.address
      )
      return transaction
    })
  }

  #send(
    build: (blockHeader: {
      readonly ref_block_bytes: string
      readonly ref_block_hash: string
      readonly expiration: number
      readonly timestamp: number
    }) => Promise<Built>
  ) {
    const [api, key, tronWeb] = [this.#api, this.#key, this.#tronWeb]
    return Effect.gen(function* () {
      const { id: blockId, timestamp } = yield* api.solidHead
      const head = yield* api.head
      const built = yield* Effect.promise(() =>
        build({
          ref_block_bytes: blockId.slice(14, 18),
          ref_block_hash: blockId.slice(18, 34),
          expiration: head.timestamp + lifetimeMillis,
          timestamp
        })
      )
      const { signature } = utils.crypto.signTransaction(key, { ...built })
      const bytes = bytesOf(`0x${built.raw_data_hex}`)
      const signed = signedTransaction(bytes, `0x${String(signature[0]).replace(/^0x/, "")}`)
      const answer = yield* Effect.promise(() => tronWeb.trx.sendHexTransaction(signed.slice(2)))
      if (!answer.result) return yield* Effect.die(JSON.stringify(answer))
      const info = yield* until(api.info(`0x${built.txID}`))
      // What moves TRX calls no contract, so it has no result of one.
      return info.isSuccess || info.result === "DEFAULT"
        ? info
        : yield* Effect.die(`${built.txID} failed: ${info.result}`)
    })
  }
}
