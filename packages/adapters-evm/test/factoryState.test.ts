import { Effect } from "effect"
import { assert, it } from "vitest"
import { deterministicDeployment, factoryContracts } from "../src/factoryContracts.ts"
import { factoryState } from "../src/factoryState.ts"
import { Rpc } from "../src/rpc/Rpc.ts"
import { TestChain } from "./anvil/TestChain.ts"

const treasury = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd"
const otherTreasury = "0xabcdefabcdefabcdefabcdefabcdefabcdefabce"

it("a factory is ready when its code and that of what it made are those of the treasury", async () => {
  const chain = await TestChain.start({ slotsInAnEpoch: 1 })
  const rpc = await Effect.runPromise(Rpc.make({ urls: [chain.anvil.url], chainId: 31_337 }))
  const { address, data, to } = deterministicDeployment(treasury)
  const stateFor = (treasury: `0x${string}`, tag: "latest" | "finalized") =>
    Effect.runPromise(factoryState(rpc, address, treasury, tag))

  assert.strictEqual(await stateFor(treasury, "latest"), "missing")
  await chain.mined(await chain.send({ data, ...(to && { to }) }))
  assert.strictEqual(await stateFor(treasury, "latest"), "ready")
  assert.strictEqual(await stateFor(otherTreasury, "latest"), "foreign")
  assert.strictEqual(await stateFor(treasury, "finalized"), "missing")
  await chain.mine(2)
  assert.strictEqual(await stateFor(treasury, "finalized"), "ready")
})

it("a factory that delegates to other code is foreign", async () => {
  const chain = await TestChain.start()
  const rpc = await Effect.runPromise(Rpc.make({ urls: [chain.anvil.url], chainId: 31_337 }))
  const { address, data, to } = deterministicDeployment(treasury)
  await chain.mined(await chain.send({ data, ...(to && { to }) }))
  const { implementation } = factoryContracts(address, treasury)
  await chain.anvil.rpc("anvil_setCode", [implementation.address, "0x00"])
  assert.strictEqual(await Effect.runPromise(factoryState(rpc, address, treasury, "latest")), "foreign")
})
