import { assert, describe, it } from "@effect/vitest"
import { keepingTracer } from "@quittance/testing"
import { Effect } from "effect"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { type Arrived, fakeNodes, hashOf, receipt, Says } from "./fakeNodes.ts"

const secretUrl = "https://user:password@a.example:8545/v3/0123456789abcdef0123456789abcdef?key=hidden-key"
const knows = ({ params: [hash] }: Arrived) => receipt({ transactionHash: hash, logs: [] })
const account = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

const traced = (
  answers: Parameters<typeof fakeNodes>[0][string],
  use: (rpc: Rpc["Service"]) => Effect.Effect<unknown, unknown>
) =>
  Effect.gen(function* () {
    const { spans, tracer } = keepingTracer()
    const { fetch } = fakeNodes({ "a.example:8545": answers })
    const rpc = yield* Rpc.make({ urls: [secretUrl], chainId: 1, fetch })
    yield* Effect.ignore(use(rpc)).pipe(Effect.withTracer(tracer))
    return spans.map(
      (span): Readonly<Record<string, unknown>> => ({
        name: span.name,
        kind: span.kind,
        ...Object.fromEntries(span.attributes)
      })
    )
  })

const facts = { kind: "client", "server.address": "a.example:8545" }
const chain = { ...facts, name: "rpc eth_chainId", "rpc.method": "eth_chainId", "quittance.rpc_calls": 1 }

describe("the span of a request to a node", () => {
  it.effect("has its method, its host and how many calls it carries, and nothing that was asked", () =>
    Effect.gen(function* () {
      const spans = yield* traced({ eth_getBalance: "0x5", eth_getTransactionReceipt: knows }, (rpc) =>
        Effect.andThen(rpc.balance(account, "latest"), rpc.receipts([hashOf("1"), hashOf("2")]))
      )
      const method = "eth_getBalance"
      const batch = "eth_getTransactionReceipt"
      assert.deepStrictEqual(spans.slice(0, 3), [
        chain,
        { ...facts, name: `rpc ${method}`, "rpc.method": method, "quittance.rpc_calls": 1 },
        { ...facts, name: `rpc ${batch}`, "rpc.method": batch, "quittance.rpc_calls": 2 }
      ])
      for (const secret of ["password", "0123456789abcdef", "hidden-key", account, hashOf("1")])
        assert.notInclude(JSON.stringify(spans), secret)
    })
  )

  it.effect("has how it failed: the kind of an unavailable node, never what the node said", () =>
    Effect.gen(function* () {
      const limited = () => new Response("no more for 0xsecret", { status: 429 })
      const [, found] = yield* traced({ eth_getBalance: limited }, (rpc) => rpc.balance(account, "latest"))
      assert.deepInclude({ ...found }, { name: "rpc eth_getBalance", "error.type": "limited" })
      const [, reverted] = yield* traced({ eth_call: new Says(3, "execution reverted 0xsecret") }, (rpc) =>
        rpc.call({ to: account, data: "0x" }, "latest")
      )
      assert.deepInclude({ ...reverted }, { name: "rpc eth_call", "error.type": "NodeError" })
      assert.notInclude(JSON.stringify([found, reverted]), "0xsecret")
    })
  )
})
