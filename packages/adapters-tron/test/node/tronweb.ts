import type { Block } from "./Block.ts"
import { bare, base58, bytesOf, type Hex, hex41, hexOf, sha256Of } from "./bytes.ts"
import { written } from "./protobuf.ts"
import { type TronChain, token } from "./TronChain.ts"

/** A client that others wrote: it takes half a second to load, so only tests that need it do. */
const { TronWeb, utils } = await import("tronweb")

/** It builds and signs without asking anybody. */
const tronWeb = new TronWeb({ fullHost: "http://localhost" })

export interface Key {
  readonly key: string
  readonly address: Hex
}

/** A key of its own for each number. */
export const keyOf = (index: number): Key => {
  const key = bare(hexOf(sha256Of(Uint8Array.of(index))))
  const [, ...address] = utils.crypto.getAddressFromPriKey(utils.code.hexStr2byteArray(key))
  return { key, address: hexOf(Uint8Array.from(address)) }
}

/** What a transaction has beside what it does. */
export interface Frame {
  /** The block it refers to. */
  readonly ref?: Block
  readonly expiration?: number
  readonly timestamp?: number
  readonly feeLimit?: number
}

const framed = (chain: TronChain, { expiration, ref = chain.head, timestamp }: Frame) => ({
  ref_block_bytes: ref.id.slice(14, 18),
  ref_block_hash: ref.id.slice(18, 34),
  expiration: expiration ?? chain.head.timestamp + 60_000,
  timestamp: timestamp ?? chain.head.timestamp
})

interface Built {
  readonly raw_data_hex: string
  readonly txID: string
}

/** The bytes of a signed transaction as they are broadcast. */
const signed = (built: Built, { key }: Key): Uint8Array => {
  const { signature } = utils.crypto.signTransaction(key, { ...built })
  return written([
    [1, bytesOf(`0x${built.raw_data_hex}`)],
    ...signature.map((each: string) => [2, bytesOf(`0x${each.replace(/^0x/, "")}`)] as const)
  ])
}

/** The bytes of a transaction whose raw data tronweb would not build. */
export const signedRaw = (raw: Uint8Array, { key }: Key): Uint8Array => {
  const hash = Array.from(sha256Of(raw))
  const signature = utils.crypto.ECKeySign(hash, utils.code.hexStr2byteArray(key))
  return written([
    [1, raw],
    [2, bytesOf(`0x${signature.replace(/^0x/, "")}`)]
  ])
}

export const tokenTransfer = async (
  chain: TronChain,
  from: Key,
  to: Hex,
  value: bigint,
  frame: Frame = {}
): Promise<Uint8Array> => signed(await buildTransfer(chain, from.address, to, value, frame), from)

export const buildTransfer = async (
  chain: TronChain,
  from: Hex,
  to: Hex,
  value: bigint,
  frame: Frame = {}
) => {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    base58(token),
    "transfer(address,uint256)",
    {
      ...{ txLocal: true, feeLimit: frame.feeLimit ?? 100_000_000, blockHeader: framed(chain, frame) }
    },
    [
      { type: "address", value: base58(to) },
      { type: "uint256", value }
    ],
    base58(from)
  )
  return transaction
}

export const coinTransfer = async (
  chain: TronChain,
  from: Key,
  to: Hex,
  sun: number,
  frame: Frame = {}
): Promise<Uint8Array> =>
  signed(
    await tronWeb.transactionBuilder.sendTrx(hex41(to), sun, hex41(from.address), {
      blockHeader: framed(chain, frame)
    }),
    from
  )

export const trigger = async (
  chain: TronChain,
  from: Key,
  call: { readonly contract: Hex; readonly signature: string; readonly data: string },
  frame: Frame = {}
): Promise<Uint8Array> => {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    base58(call.contract),
    call.signature,
    {
      ...{ txLocal: true, feeLimit: frame.feeLimit ?? 100_000_000, blockHeader: framed(chain, frame) },
      rawParameter: call.data
    },
    [],
    base58(from.address)
  )
  return signed(transaction, from)
}

/** What creates a contract, and where tronweb says that it does. */
export const creation = async (
  chain: TronChain,
  from: Key,
  bytecode: Hex,
  frame: Frame = {}
): Promise<{ readonly bytes: Uint8Array; readonly address: Hex }> => {
  const built = await tronWeb.transactionBuilder.createSmartContract(
    {
      ...{ abi: [], bytecode: bare(bytecode), feeLimit: frame.feeLimit ?? 1_000_000_000, callValue: 0 },
      ...{ userFeePercentage: 100, originEnergyLimit: 10_000_000, parameters: [], name: "Factory" },
      blockHeader: framed(chain, frame)
    },
    hex41(from.address)
  )
  return { bytes: signed(built, from), address: `0x${built.contract_address.slice(2)}` }
}

/** Where tronweb says that a factory creates the minimal proxy. */
export const create2 = (factory: Hex, implementation: Hex, salt: Hex): string => {
  const initCode = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${bare(implementation)}5af43d82803e903d91602b57fd5bf3`
  const address = utils.address.getCreate2Address({ from: base58(factory), salt, initCode })
  return `0x${TronWeb.address.toHex(address).slice(2)}`
}

/** The client itself, against a server. */
export const clientOf = (fullHost: string, { key }: Key) => new TronWeb({ fullHost, privateKey: key })
