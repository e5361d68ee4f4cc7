import { beforeEach, describe, expect, it } from "vitest"
import { base58, hex41, wordOf } from "./bytes.ts"
import { Refusal } from "./Refusal.ts"
import { token } from "./TronChain.ts"
import { TronNode } from "./TronNode.ts"
import { tokenTransfer } from "./tronweb.ts"
import { ask, broadcastHex, holder, paid, payer, refusedBy, startSun, startWorld, stranger } from "./world.ts"

let world = startWorld()
let { chain, node } = world

beforeEach(() => {
  world = startWorld()
  ;({ chain, node } = world)
})

const transfer = (timestamp = 1) => tokenTransfer(chain, payer, holder.address, 5n, { timestamp })
const idOf = (id: string) => ({ value: id.slice(2) })

describe("what a node does with what it accepted", () => {
  it("is known to the other nodes while it waits", async () => {
    const bytes = await transfer()
    node.broadcast(bytes)
    expect(refusedBy(new TronNode(chain), bytes).code).toBe("DUP_TRANSACTION_ERROR")
  })

  it("may be to forget it: it was accepted, and no block will have it", async () => {
    node.passing = "forgets"
    const bytes = await transfer()
    const { id } = node.broadcast(bytes)
    chain.produceMany(30)
    expect(chain.found(id)).toBeUndefined()
    node.passing = "passes"
    expect(refusedBy(node, bytes).code).toBe("TRANSACTION_EXPIRATION_ERROR")
  })

  it("may be to keep it for itself, until it is restarted", async () => {
    node.passing = "keeps"
    const bytes = await transfer()
    node.broadcast(bytes)
    expect(chain.waiting).toEqual([])
    expect(refusedBy(node, bytes).code).toBe("DUP_TRANSACTION_ERROR")
    node.restart()
    node.passing = "passes"
    node.broadcast(bytes)
    expect(chain.waiting).toHaveLength(1)
  })

  it("may be to show it as waiting although it expired", async () => {
    node.keepsExpired = true
    const { id } = node.broadcast(await transfer())
    chain.produce({ takes: () => false })
    chain.produce({ missed: 100, takes: () => false })
    expect(await ask(node, "wallet/gettransactionbyid", idOf(id))).toMatchObject({ txID: id.slice(2) })
    expect(await ask(node, "wallet/gettransactioninfobyid", idOf(id))).toEqual({})
    expect(await ask(new TronNode(chain), "wallet/gettransactionbyid", idOf(id))).toEqual({})
  })

  it("counts in what it answers about accounts before a block has it", async () => {
    node.broadcast(await tokenTransfer(chain, payer, stranger.address, 5n))
    const account = { address: hex41(payer.address) }
    expect(await ask(node, "wallet/getaccount", account)).toMatchObject({ balance: 986_971_500 })
    expect(await ask(node, "walletsolidity/getaccount", account)).toMatchObject({ balance: Number(startSun) })
  })

  it("has to be well: else it refuses everything", async () => {
    node.refusesAll = new Refusal("SERVER_BUSY", "Server busy.")
    expect(await broadcastHex(node, await transfer())).toMatchObject({
      ...{ result: false, code: "SERVER_BUSY", message: "Server busy." }
    })
    expect(chain.waiting).toEqual([])
  })
})

it("a node that is behind has neither the newest blocks nor what is in them", async () => {
  const { block, transaction } = await paid(world)
  node.lag = 1
  expect(await ask(node, "wallet/getblockbynum", { num: block.number })).toEqual({})
  expect(await ask(node, "wallet/gettransactioninfobyid", idOf(transaction.id))).toEqual({})
  expect(await ask(node, "wallet/getnowblock")).toMatchObject({ blockID: block.parentId.slice(2) })
  node.lag = 0
  expect(await ask(node, "wallet/gettransactioninfobyid", idOf(transaction.id))).toMatchObject({
    blockNumber: block.number
  })
})

it("a node that is behind refuses what refers to a block that it has not seen", async () => {
  node.lag = 1
  expect(refusedBy(node, await transfer()).code).toBe("TAPOS_ERROR")
  node.broadcast(await tokenTransfer(chain, payer, holder.address, 5n, { ref: node.head }))
  expect(chain.waiting).toHaveLength(1)
})

it("a node without old blocks denies what was in them", async () => {
  const { block, transaction } = await paid(world)
  node.oldest = block.number + 1
  expect(await ask(node, "wallet/gettransactionbyid", idOf(transaction.id))).toEqual({})
  expect(await ask(node, "wallet/gettransactioninfobyblocknum", { num: block.number })).toEqual([])
  expect(await ask(node, "wallet/getblockbynum", { num: block.number })).not.toHaveProperty("transactions")
})

it("a node that is down does not answer", async () => {
  node.isDown = true
  await expect(ask(node, "wallet/getnowblock")).rejects.toThrow("fetch failed")
})

describe("the HTTP API", () => {
  it("answers a broadcast with the id, and with the reason as text in hex if it is refused", async () => {
    const bytes = await transfer()
    const accepted = await broadcastHex(node, bytes)
    expect(accepted).toMatchObject({ result: true, code: "SUCCESS", message: "" })
    expect(await broadcastHex(node, bytes)).toMatchObject({
      ...{ result: false, code: "DUP_TRANSACTION_ERROR", message: "Dup transaction." },
      txid: (accepted as { readonly txid: string }).txid
    })
    expect(await ask(node, "wallet/broadcasthex", { transaction: "0a" })).toEqual({
      Error: expect.stringContaining(
        "class com.google.protobuf.InvalidProtocolBufferException : While parsing"
      )
    })
  })

  it("tells what a transaction did, without what is zero", async () => {
    const { block, transaction } = await paid(world)
    const info = {
      ...{ id: transaction.id.slice(2), fee: 6_428_500, blockNumber: block.number },
      ...{ blockTimeStamp: block.timestamp, contractResult: [wordOf(0n)], contract_address: hex41(token) },
      receipt: { energy_fee: 6_428_500, energy_usage_total: 64_285, net_usage: 345, result: "SUCCESS" },
      log: [
        {
          address: token.slice(2),
          topics: [
            "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
            payer.address.slice(2).padStart(64, "0"),
            holder.address.slice(2).padStart(64, "0")
          ],
          data: wordOf(5n)
        }
      ]
    }
    expect(await ask(node, "wallet/gettransactioninfobyid", idOf(transaction.id))).toEqual(info)
    expect(await ask(node, "wallet/gettransactioninfobyblocknum", { num: block.number })).toEqual([info])
    expect(await ask(node, "walletsolidity/gettransactioninfobyid", idOf(transaction.id))).toEqual({})
    chain.produceMany(40)
    expect(await ask(node, "walletsolidity/gettransactioninfobyid", idOf(transaction.id))).toEqual(info)
  })

  it("tells why one failed", async () => {
    const { transaction } = await paid(world, holder.address, 1_000_000)
    expect(await ask(node, "wallet/gettransactioninfobyid", idOf(transaction.id))).toMatchObject({
      ...{ result: "FAILED", receipt: { result: "OUT_OF_ENERGY", energy_usage_total: 10_000 } },
      resMessage: expect.stringMatching(/^4e6f7420656e6f75676820656e65726779/),
      contractResult: [""]
    })
    const found = await ask(node, "wallet/gettransactionbyid", idOf(transaction.id))
    expect(found).toMatchObject({ ret: [{ contractRet: "OUT_OF_ENERGY" }] })
  })

  it("has blocks by number and by id", async () => {
    const { block } = await paid(world)
    const shown = await ask(node, "wallet/getblockbynum", { num: block.number })
    expect(shown).toMatchObject({
      blockID: block.id.slice(2),
      block_header: {
        raw_data: { number: block.number, parentHash: block.parentId.slice(2), timestamp: block.timestamp }
      },
      transactions: [{ raw_data: { fee_limit: 100_000_000 } }]
    })
    expect(await ask(node, "wallet/getblock", { id_or_num: block.id.slice(2), detail: true })).toEqual(shown)
    expect(await ask(node, "wallet/getblock", { id_or_num: "5" })).toEqual({})
    expect(await ask(node, "wallet/getblock", { id_or_num: "x" })).toEqual({
      Error: "id must be legal block hash."
    })
    expect(await ask(node, "wallet/getblock")).not.toHaveProperty("transactions")
    expect(await ask(node, "wallet/getblockbynum", { num: 99 })).toEqual({})
  })

  const call = (from: string, to: string) => ({
    ...{ owner_address: hex41(from as `0x${string}`), contract_address: hex41(token) },
    ...{
      function_selector: "transfer(address,uint256)",
      parameter: `${to.slice(2).padStart(64, "0")}${wordOf(5n)}`
    }
  })

  it("tries a call without doing it", async () => {
    chain.setToken({ penalty: 5_000n })
    const question = call(payer.address, holder.address)
    expect(await ask(node, "wallet/triggerconstantcontract", question)).toMatchObject({
      ...{
        result: { result: true },
        energy_used: 96_427,
        energy_penalty: 32_142,
        constant_result: [wordOf(0n)]
      }
    })
    expect(chain.state.holding(token, holder.address)).toBe(1n)
    expect(await ask(node, "wallet/estimateenergy", question)).toEqual({
      result: {
        code: "CONTRACT_VALIDATE_ERROR",
        message: Buffer.from("this node does not support estimate energy").toString("hex")
      }
    })
    node.estimatesEnergy = true
    expect(await ask(node, "wallet/estimateenergy", question)).toEqual({
      ...{ result: { result: true }, energy_required: 96_427 }
    })
  })

  it("tells that a call would be refused, and says that it succeeded in telling", async () => {
    expect(
      await ask(node, "wallet/triggerconstantcontract", call(stranger.address, holder.address))
    ).toMatchObject({
      result: { result: true, message: Buffer.from("REVERT opcode executed").toString("hex") },
      transaction: { ret: [{ ret: "FAILED" }] }
    })
    const elsewhere = { ...call(payer.address, holder.address), contract_address: hex41(stranger.address) }
    expect(await ask(node, "wallet/triggerconstantcontract", elsewhere)).toEqual({
      result: {
        code: "CONTRACT_VALIDATE_ERROR",
        message: Buffer.from("Smart contract is not exist.").toString("hex")
      }
    })
  })

  it("tells what an account has, and nothing of one that is not activated", async () => {
    chain.setAccount(payer.address, { energyLimit: 100_000n })
    await paid(world)
    const account = { address: base58(payer.address), visible: true }
    expect(await ask(node, "wallet/getaccountresource", account)).toMatchObject({
      ...{ EnergyLimit: 100_000, EnergyUsed: 64_282, freeNetLimit: 600, freeNetUsed: 344 }
    })
    expect(await ask(node, "wallet/getaccount", account)).toMatchObject({ address: base58(payer.address) })
    expect(await ask(node, "wallet/getaccount", { address: hex41(holder.address) })).toEqual({})
    expect(await ask(node, "wallet/getaccountresource", { address: hex41(holder.address) })).toEqual({})
  })

  it("takes addresses in hex, or in Base58Check where it is told so, and says what it cannot read", async () => {
    const unreadable = { Error: expect.stringMatching(/ParseException : 1:12: INVALID (hex|base58) String/) }
    expect(await ask(node, "wallet/getaccount", { address: base58(payer.address) })).toEqual(unreadable)
    const hex = { address: hex41(payer.address), visible: true }
    expect(await ask(node, "wallet/getaccount", hex)).toEqual(unreadable)
    expect(await ask(node, "wallet/getaccount", { address: payer.address.slice(2) })).toEqual({})
    const call = { owner_address: base58(payer.address), contract_address: hex41(token), data: "313ce567" }
    expect(await ask(node, "wallet/triggerconstantcontract", call)).toMatchObject({
      result: { code: "OTHER_ERROR" }
    })
  })

  it("tells the prices that witnesses decided on, without a value if it is zero", async () => {
    const { chainParameter } = (await ask(node, "wallet/getchainparameters")) as {
      readonly chainParameter: ReadonlyArray<unknown>
    }
    expect(chainParameter).toContainEqual({ key: "getEnergyFee", value: 100 })
    expect(chainParameter).toContainEqual({ key: "getTransactionFee", value: 1_000 })
    expect(chainParameter).toContainEqual({ key: "getMaxFeeLimit", value: 15_000_000_000 })
    expect(chainParameter).toContainEqual({ key: "getConsensusLogicOptimization" })
  })

  it("knows contracts, itself, and no other paths", async () => {
    expect(await ask(node, "wallet/getcontract", { value: hex41(token) })).toMatchObject({
      ...{ contract_address: hex41(token), name: "TetherToken" }
    })
    expect(await ask(node, "wallet/getcontract", { value: hex41(stranger.address) })).toEqual({})
    expect(await ask(node, "wallet/getnodeinfo")).toMatchObject({
      block: `Num:3,ID:${chain.head.id.slice(2)}`
    })
    const response = await node.fetch("http://node/wallet/nothing", { method: "POST" })
    expect(response.status).toBe(404)
  })
})
