import { afterAll, beforeAll, expect, it } from "vitest"
import { bare, base58, hexOf } from "./bytes.ts"
import { type Loopback, serveOnLoopback } from "./loopbackServer.ts"
import { token } from "./TronChain.ts"
import { clientOf, tokenTransfer } from "./tronweb.ts"
import { holder, payer, startWorld } from "./world.ts"

/** A client that others wrote for real nodes finds what it needs in the answers. */
const { chain, node } = startWorld()
let server: Loopback

beforeAll(async () => {
  server = await serveOnLoopback(node)
})

afterAll(() => server.close())

const tronWeb = () => clientOf(server.url, payer)

const abi = [
  {
    ...{ name: "balanceOf", type: "function", stateMutability: "view" },
    ...{ inputs: [{ name: "who", type: "address" }], outputs: [{ name: "", type: "uint256" }] }
  },
  {
    ...{ name: "transfer", type: "function", stateMutability: "nonpayable" },
    inputs: [
      { name: "to", type: "address" },
      { name: "value", type: "uint256" }
    ],
    outputs: [{ name: "", type: "bool" }]
  }
] as const

it("pays with what it builds of the newest block, and reads what became of it", async () => {
  const client = tronWeb()
  const contract = client.contract(abi, base58(token))
  expect(await contract.balanceOf(base58(holder.address)).call()).toBe(1n)
  const id: string = await contract
    .transfer(base58(holder.address), 5)
    .send({ feeLimit: 100_000_000, txLocal: true })
  chain.produce()
  const info = await client.trx.getUnconfirmedTransactionInfo(id)
  expect(info).toMatchObject({ id, blockNumber: chain.head.number, receipt: { result: "SUCCESS" } })
  expect(await contract.balanceOf(base58(holder.address)).call()).toBe(6n)
  expect(await client.trx.getTransaction(id)).toMatchObject({ ret: [{ contractRet: "SUCCESS" }] })
  expect(await client.trx.getUnconfirmedBalance(base58(payer.address))).toBe(1_000_000_000 - 6_428_500)
})

it("sends TRX, and the bytes that it is given in hex", async () => {
  const client = tronWeb()
  const sent = await client.trx.sendTransaction(base58(holder.address), 1_000_000)
  expect(sent.result).toBe(true)
  const bytes = bare(hexOf(await tokenTransfer(chain, payer, holder.address, 7n)))
  expect(await client.trx.sendHexTransaction(bytes)).toMatchObject({ result: true })
  chain.produce()
  expect(chain.head.mined).toHaveLength(2)
  expect(await client.trx.getCurrentBlock()).toMatchObject({ blockID: chain.head.id.slice(2) })
})

it("is told why something was refused", async () => {
  const client = tronWeb()
  const built = await client.transactionBuilder.sendTrx(base58(holder.address), 1, base58(payer.address))
  const signed = await client.trx.sign(built)
  await client.trx.sendRawTransaction(signed)
  const refused = await client.trx.sendRawTransaction(signed)
  expect(refused).toMatchObject({ code: "DUP_TRANSACTION_ERROR", txid: built.txID })
})

it("estimates", async () => {
  const { energy_used } = await tronWeb().transactionBuilder.triggerConstantContract(
    base58(token),
    "transfer(address,uint256)",
    {},
    [
      { type: "address", value: base58(holder.address) },
      { type: "uint256", value: 5 }
    ],
    base58(payer.address)
  )
  expect(energy_used).toBe(64_285)
  expect(await tronWeb().trx.getChainParameters()).toContainEqual({ key: "getEnergyFee", value: 100 })
  expect(await tronWeb().trx.getAccountResources(base58(payer.address))).toMatchObject({ freeNetLimit: 600 })
})
