import { secp256k1 } from "@noble/curves/secp256k1.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { beforeEach, describe, expect, it } from "vitest"
import { bytesOf, hexOf, wordOf } from "./bytes.ts"
import { readFields, written } from "./protobuf.ts"
import { TronChain } from "./TronChain.ts"
import { TronNode } from "./TronNode.ts"
import { coinTransfer, keyOf, signedRaw, tokenTransfer } from "./tronweb.ts"
import { holder, minedAs, payer, refusedBy, startWorld, stranger } from "./world.ts"

let { chain, node } = startWorld()

beforeEach(() => {
  ;({ chain, node } = startWorld())
})

const transfer = (frame: Parameters<typeof tokenTransfer>[4] = {}) =>
  tokenTransfer(chain, payer, holder.address, 5n, frame)

/** The same with other signatures. */
const signedBy = (bytes: Uint8Array, signatures: ReadonlyArray<Uint8Array>): Uint8Array =>
  written([
    [1, readFields(bytes).get(1)?.[0] ?? new Uint8Array()],
    ...signatures.map((each) => [2, each] as const)
  ])

const signatureOf = (bytes: Uint8Array): Uint8Array => {
  const signature = readFields(bytes).get(2)?.[0]
  return signature instanceof Uint8Array ? signature : new Uint8Array()
}

/** The other signature of the same key: java-tron takes a high s too. */
const mirrored = (signature: Uint8Array): Uint8Array => {
  const s = secp256k1.CURVE.n - BigInt(hexOf(signature.slice(32, 64)))
  return concatBytes(
    signature.slice(0, 32),
    bytesOf(`0x${wordOf(s)}`),
    Uint8Array.of(55 - (signature[64] ?? 0))
  )
}

describe("the block that a transaction refers to", () => {
  it("may be the first one, and any of 65 536", async () => {
    node.broadcast(await transfer({ ref: chain.at(0) }))
    expect(chain.waiting).toHaveLength(1)
  })

  it("is one of the last 65 536: then another one has its place", async () => {
    ;({ chain, node } = startWorld({ witnesses: 1 }))
    chain.produceMany(65_535 - 3)
    const wanted = { ref: chain.at(0), expiration: chain.head.timestamp + 60_000 }
    node.broadcast(await transfer(wanted))
    chain.produce({ takes: () => false })
    expect(chain.produce().mined).toEqual([])
    expect(refusedBy(node, await transfer({ ...wanted, timestamp: 1 }))).toMatchObject({
      code: "TAPOS_ERROR",
      message: "Tapos check error."
    })
  })

  it("is not one that is still to come", async () => {
    const other = new TronChain()
    other.produceMany(10)
    expect(refusedBy(node, await transfer({ ref: other.head })).code).toBe("TAPOS_ERROR")
  })

  it("must be on this branch: a transaction from another one waits in vain", async () => {
    const { id } = node.broadcast(await transfer())
    chain.reorganise(1)
    expect(chain.produce().mined).toEqual([])
    expect(chain.waiting.map((each) => each.id)).toEqual([id])
    node.broadcast(await transfer({ ref: chain.at(3), timestamp: 1 }))
    expect(chain.produce().mined).toHaveLength(1)
  })
})

describe("the expiration", () => {
  it("is not before the next slot when it is broadcast, to the millisecond", async () => {
    const next = chain.head.timestamp + 3_000
    const refused = refusedBy(node, await transfer({ expiration: next - 1 }))
    expect(refused).toMatchObject({ code: "TRANSACTION_EXPIRATION_ERROR", message: "Transaction expired" })
    node.broadcast(await transfer({ expiration: next }))
  })

  it("is at most a day away, to the millisecond", async () => {
    const day = chain.head.timestamp + 86_400_000
    expect(refusedBy(node, await transfer({ expiration: day + 1 })).code).toBe("TRANSACTION_EXPIRATION_ERROR")
    node.broadcast(await transfer({ expiration: day }))
  })

  it("is compared with the parent's time in a block, so that a block after missed slots takes what expired long before", async () => {
    const { id } = node.broadcast(await transfer({ expiration: chain.head.timestamp + 3_000 }))
    chain.produce({ missed: 100 })
    expect(minedAs(chain, id).block.timestamp).toBeGreaterThan(minedAs(chain, id).transaction.expiration)
  })

  it("that a block has reached lets no later block take the transaction", async () => {
    const expiration = chain.head.timestamp + 3_000
    const { id, ...rest } = node.broadcast(await transfer({ expiration }))
    chain.produce({ takes: () => false })
    expect(chain.head.timestamp).toBe(expiration)
    chain.pass({ id, ...rest })
    expect(chain.produce().mined).toEqual([])
    expect(refusedBy(node, await transfer({ expiration })).code).toBe("TRANSACTION_EXPIRATION_ERROR")
  })

  it("is compared with the next slot, where witnesses have decided so", async () => {
    const { id, ...rest } = node.broadcast(await transfer({ expiration: chain.head.timestamp + 3_000 }))
    chain.setParameters({ isStrictlyExpiring: true })
    chain.produce({ takes: () => false })
    chain.pass({ id, ...rest, expiration: chain.head.timestamp + 2_999 })
    expect(chain.produce().mined).toEqual([])
  })
})

describe("a transaction that is there already", () => {
  it("is refused by who has it waiting", async () => {
    const bytes = await transfer()
    node.broadcast(bytes)
    expect(refusedBy(node, bytes)).toMatchObject({
      code: "DUP_TRANSACTION_ERROR",
      message: "Dup transaction."
    })
  })

  it("is refused when it is in a block, and is in no second one", async () => {
    const bytes = await transfer()
    const transaction = node.broadcast(bytes)
    chain.produce()
    expect(refusedBy(node, bytes).code).toBe("DUP_TRANSACTION_ERROR")
    chain.pass(transaction)
    expect(chain.produce().mined).toEqual([])
  })

  it("is the same with another signature: the id is without it", async () => {
    const bytes = await transfer()
    node.broadcast(bytes)
    const other = signedBy(bytes, [mirrored(signatureOf(bytes))])
    expect(refusedBy(node, other).code).toBe("DUP_TRANSACTION_ERROR")
    expect(new TronNode(startWorld().chain).broadcast(other).id).toBe(chain.waiting[0]?.id)
  })
})

describe("the signature", () => {
  const refused = (signatures: ReadonlyArray<Uint8Array>) =>
    transfer().then((bytes) => refusedBy(node, signedBy(bytes, signatures)))

  it("is there", async () => {
    expect(await refused([])).toMatchObject({
      code: "SIGERROR",
      message: "Validate signature error: miss sig or contract"
    })
  })

  it("has 65 bytes", async () => {
    expect((await refused([new Uint8Array(64)])).message).toBe(
      "Validate signature error: Signature size is 64"
    )
  })

  it("is the owner's", async () => {
    const bytes = await transfer()
    const other = await tokenTransfer(chain, keyOf(9), holder.address, 5n)
    const { code, message } = refusedBy(node, signedBy(bytes, [signatureOf(other)]))
    expect(code).toBe("SIGERROR")
    expect(message).toMatch(/is signed by T\w{33} but it is not contained of permission\.$/)
  })

  it("is one", async () => {
    const bytes = await transfer()
    const signature = signatureOf(bytes)
    expect(refusedBy(node, signedBy(bytes, [signature, signature])).message).toBe(
      "Validate signature error: Signature count is 2 more than key counts of permission : 1"
    )
  })
})

describe("what is broadcast", () => {
  it("is a message", () => {
    expect(() => node.broadcast(Uint8Array.of(0x0a, 0xff))).toThrow("While parsing a protocol message")
  })

  it("has a contract", () => {
    expect(refusedBy(node, written([[1, written([[14, 1n]])]]))).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: "Contract validate error : No contract!"
    })
  })

  it("has one contract", async () => {
    const raw = readFields(await transfer()).get(1)?.[0] as Uint8Array
    const contract = readFields(raw).get(11)?.[0] as Uint8Array
    const { code, message } = refusedBy(node, signedRaw(concatBytes(raw, written([[11, contract]])), payer))
    expect(code).toBe("OTHER_ERROR")
    expect(message).toMatch(
      /^Error: tx [0-9a-f]{64} contract size should be exactly 1, this is extend feature ,actual :2$/
    )
  })

  it("is of a kind that the model knows: it guesses nothing", () => {
    const freeze = written([[1, 54n]])
    const frame = [
      [8, BigInt(chain.head.timestamp + 60_000)],
      [11, freeze]
    ] as const
    expect(() => node.broadcast(signedRaw(written(frame), payer))).toThrow("the model does not know")
  })

  it("has at most 500 KiB, with room for two results", async () => {
    const raw = readFields(await transfer()).get(1)?.[0] as Uint8Array
    const empty =
      signedRaw(concatBytes(raw, written([[10, new Uint8Array(500_000)]])), payer).length - 500_000
    const sized = (size: number) =>
      signedRaw(concatBytes(raw, written([[10, new Uint8Array(size - empty)]])), payer)
    chain.setAccount(payer.address, { netLimit: 1_000_000n })
    expect(node.broadcast(sized(512_000 - 128)).size).toBe(512_000 - 128)
    expect(refusedBy(node, sized(512_000 - 127))).toMatchObject({
      code: "TOO_BIG_TRANSACTION_ERROR",
      message: expect.stringMatching(
        /^Too big transaction with result, TxId [0-9a-f]{64}, the size is 512001 bytes, maxTxSize 512000$/
      )
    })
  })
})

describe("the owner", () => {
  it("is activated: an account that never got TRX can send nothing", async () => {
    const refused = refusedBy(node, await tokenTransfer(chain, holder, payer.address, 1n))
    expect(refused.code).toBe("CONTRACT_VALIDATE_ERROR")
    expect(refused.message).toMatch(/^Contract validate error : account \[T\w{33}\] does not exist$/)
  })

  it("has TRX for what it sends and for activating an account", async () => {
    chain.setAccount(payer.address, { balance: 2_000_000n })
    expect(refusedBy(node, await coinTransfer(chain, payer, stranger.address, 1_000_000))).toMatchObject({
      message: "Contract validate error : Validate TransferContract error, balance is not sufficient."
    })
    node.broadcast(await coinTransfer(chain, payer, stranger.address, 900_000))
  })

  it("has bandwidth, or TRX to burn for it", async () => {
    chain.setParameters({ freeNetLimit: 0n })
    chain.setAccount(payer.address, { balance: 100_000n })
    expect(refusedBy(node, await transfer())).toMatchObject({
      code: "BANDWITH_ERROR",
      message: "Account resource insufficient error."
    })
  })
})

it("a fee limit is between nothing and the highest", async () => {
  const refused = refusedBy(node, await transfer({ feeLimit: 15_000_000_001 }))
  expect(refused.message).toBe("Contract validate error : feeLimit must be >= 0 and <= 15000000000")
  node.broadcast(await transfer({ feeLimit: 15_000_000_000 }))
})

it("a contract that is not there cannot be called", async () => {
  chain.change((state) => state.contracts.clear())
  expect(refusedBy(node, await transfer())).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message: "Contract validate error : No contract or not a smart contract"
  })
})

it("TRX are not sent to a contract", async () => {
  chain.setAccount(stranger.address, { isContract: true })
  expect(refusedBy(node, await coinTransfer(chain, payer, stranger.address, 1)).message).toBe(
    "Contract validate error : Cannot transfer TRX to a smartContract."
  )
})

it("another chain's transactions refer to no block of this one", async () => {
  const other = new TronChain({ witnesses: 5 })
  other.produceMany(4)
  const foreign = await tokenTransfer(other, payer, holder.address, 5n)
  expect(refusedBy(new TronNode(chain), foreign).code).toBe("TAPOS_ERROR")
})
