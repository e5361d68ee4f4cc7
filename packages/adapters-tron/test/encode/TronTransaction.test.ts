import type { Hex } from "@quittance/adapters-evm"
import { bytesOf, hexOf } from "@quittance/adapters-evm/parts"
import fc from "fast-check"
import { signRecoverable } from "tiny-secp256k1"
import { utils } from "tronweb"
import { assert, describe, it } from "vitest"
import {
  rawData,
  readSigned,
  signedTransaction,
  type TronTransaction,
  transactionId
} from "../../src/encode/TronTransaction.ts"

/** 10 000 of them take some seconds. */
const oracleRuns = Number(process.env.QUITTANCE_TRANSACTIONS ?? 1000)

const hexOfLength = (minLength: number, maxLength = minLength): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength, maxLength }).map(hexOf)

/** Of every length that a varint can have. */
const int64 = fc
  .integer({ min: 0, max: 63 })
  .chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }))
const safeInteger = int64.map((value) => Number(BigInt.asUintN(53, value)))

const transactions: fc.Arbitrary<TronTransaction> = fc.record(
  {
    owner: hexOfLength(20),
    to: hexOfLength(20),
    data: fc.oneof(hexOfLength(0, 200), hexOfLength(100, 20_000)),
    refBlockBytes: hexOfLength(2),
    refBlockHash: hexOfLength(8),
    expiration: safeInteger,
    timestamp: safeInteger,
    // tronweb has numbers only.
    feeLimitSun: safeInteger.map(BigInt)
  },
  {
    requiredKeys: ["owner", "data", "refBlockBytes", "refBlockHash", "expiration", "timestamp", "feeLimitSun"]
  }
)

const privateKeys = hexOfLength(32).filter((key) => BigInt(key) > 0n && BigInt(key) < 1n << 255n)

/** The transaction as tronweb and nodes have it in JSON. */
const jsonOf = (transaction: TronTransaction) => {
  const { data, expiration, feeLimitSun, owner, refBlockBytes, refBlockHash, timestamp, to } = transaction
  const owner_address = `41${owner.slice(2)}`
  const created = {
    origin_address: owner_address,
    bytecode: data.slice(2),
    consume_user_resource_percent: 100,
    name: "ForwarderFactory",
    origin_energy_limit: 1
  }
  const contract =
    to === undefined
      ? { type: "CreateSmartContract", value: { owner_address, new_contract: created } }
      : {
          type: "TriggerSmartContract",
          value: { owner_address, contract_address: `41${to.slice(2)}`, data: data.slice(2), call_value: 0 }
        }
  const { type, value } = contract
  return {
    visible: false,
    txID: "",
    raw_data_hex: "",
    raw_data: {
      contract: [{ type, parameter: { value, type_url: `type.googleapis.com/protocol.${type}` } }],
      ref_block_bytes: refBlockBytes.slice(2),
      ref_block_hash: refBlockHash.slice(2),
      expiration,
      timestamp,
      fee_limit: Number(feeLimitSun)
    }
  }
}

const signedBy = (raw: Uint8Array, privateKey: Hex): Hex => {
  const { recoveryId, signature } = signRecoverable(bytesOf(transactionId(raw)), bytesOf(privateKey))
  return `${hexOf(signature)}${(27 + recoveryId).toString(16)}`
}

describe("a transaction", () => {
  it(`is what tronweb writes, byte for byte, and so are its id and its signature (${oracleRuns} of them)`, () => {
    fc.assert(
      fc.property(transactions, privateKeys, (transaction, privateKey) => {
        const json = jsonOf(transaction)
        const protobuf = utils.transaction.txJsonToPb(json as never)
        const raw = rawData(transaction)
        assert.strictEqual(hexOf(raw), `0x${utils.transaction.txPbToRawDataHex(protobuf).toLowerCase()}`)
        const id = utils.transaction.txPbToTxID(protobuf)
        assert.strictEqual(transactionId(raw), id)
        const { signature } = utils.crypto.signTransaction(privateKey.slice(2), {
          ...json,
          txID: id.slice(2)
        } as never) as { readonly signature: ReadonlyArray<string> }
        const own = signedBy(raw, privateKey)
        assert.deepStrictEqual(
          signature.map((each) => each.toLowerCase()),
          [own.slice(2)]
        )
        protobuf.addSignature(bytesOf(own))
        const signed = signedTransaction(raw, own)
        assert.strictEqual(signed, hexOf(protobuf.serializeBinary()))
        assert.deepStrictEqual(readSigned(signed), { transaction, signature: own })
      }),
      { numRuns: oracleRuns }
    )
  }, 120_000)

  it("is decoded only from its exact encoding: a different bit is another transaction", () => {
    fc.assert(
      fc.property(transactions, privateKeys, fc.nat(), (transaction, privateKey, place) => {
        const bytes = bytesOf(
          signedTransaction(rawData(transaction), signedBy(rawData(transaction), privateKey))
        )
        const bit = place % (8 * bytes.length)
        const changed = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        const found = readSigned(hexOf(changed))
        if (found === undefined) return
        assert.notDeepEqual(found, readSigned(hexOf(bytes)))
        assert.strictEqual(signedTransaction(rawData(found.transaction), found.signature), hexOf(changed))
      })
    )
  })

  it("is decoded from nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => readSigned(hexOf(bytes)) === undefined)
    )
    for (const text of ["", "0x", "0x0", "0a", "0xzz", "0x0A", `0x${"f".repeat(20_000)}`])
      assert.isUndefined(readSigned(text), text.slice(0, 10))
  })

  it("is not read with more in it: another field, TRX, a second signature, another spelling of a number", () => {
    const [transaction] = fc.sample(
      transactions.filter(({ to }) => to !== undefined),
      { numRuns: 1, seed: 7 }
    )
    if (transaction === undefined) return assert.fail("no sample")
    const json = jsonOf(transaction)
    const raw = rawData(transaction)
    const signature = `0x${"11".repeat(65)}` as const
    const signed = signedTransaction(raw, signature)
    assert.isDefined(readSigned(signed))
    const [contract] = json.raw_data.contract
    const withValue = (more: object) => ({
      ...json,
      raw_data: {
        ...json.raw_data,
        contract: [{ ...contract, parameter: { value: { ...contract?.parameter.value, ...more } } }]
      }
    })
    const others = {
      "some TRX": withValue({ call_value: 1 }),
      "a token of TRC-10": withValue({ call_token_value: 1, token_id: 1_000_001 }),
      "a memo": { ...json, raw_data: { ...json.raw_data, data: "00" } },
      "another permission": {
        ...json,
        raw_data: { ...json.raw_data, contract: [{ ...contract, Permission_id: 2 }] }
      }
    }
    for (const [name, other] of Object.entries(others)) {
      const protobuf = utils.transaction.txJsonToPb(other as never)
      protobuf.addSignature(bytesOf(signature))
      assert.isUndefined(readSigned(hexOf(protobuf.serializeBinary())), name)
    }
    assert.isUndefined(readSigned(`${signed}1241${signature.slice(2)}`), "a second signature")
    assert.isUndefined(readSigned(`${signed}2800`), "a field of its own")
    assert.isUndefined(readSigned(signedTransaction(raw, `${signature}00`)), "a longer signature")
    assert.isUndefined(
      readSigned(signedTransaction(Uint8Array.of(...raw, 0x90, 0x01, 0x80, 0x00), signature))
    )
  })
})
