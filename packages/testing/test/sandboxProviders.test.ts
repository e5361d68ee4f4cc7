import {
  AesGcmVault,
  defaultNetworks,
  Ids,
  MemoryStore,
  SandboxChain,
  SandboxProcessor,
  SandboxStore,
  type TransferRequest
} from "@quittance/core"
import { depositAddressesSuite, payoutProcessorSuite, vaultSuite } from "@quittance/testing"
import { Effect, Layer, Option } from "effect"

/** The simulated providers keep the laws of their ports. */

const masterKey = (byte: string) => AesGcmVault.layer(btoa(byte.repeat(32)))
vaultSuite("AES-256-GCM", masterKey("a"), masterKey("b"))

const request = (note: string): Effect.Effect<TransferRequest, never, Ids> =>
  Effect.map(
    Effect.flatMap(Ids, (ids) => ids.uuid),
    (payoutId) => ({
      payoutId,
      network: "polygon",
      currency: "USDT",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      amountMinor: 5_000_000n,
      note
    })
  )

for (const payable of ["", "sandbox:slow"]) {
  payoutProcessorSuite(
    `sandbox, note "${payable}"`,
    SandboxProcessor.layer.pipe(Layer.provideMerge(MemoryStore.layer), Layer.merge(Ids.layer)),
    {
      payable: request(payable),
      refusable: request("sandbox:reject"),
      unanswered: request("sandbox:no-answer-then-complete"),
      transferCount: Effect.fnUntraced(function* (payoutId) {
        const found = yield* SandboxProcessor.findExecution(yield* SandboxStore, payoutId)
        return Option.exists(found, ({ status }) => status === "executed") ? 1 : 0
      })
    }
  )
}

const deposit = Effect.fnUntraced(function* (network: string, address: string, amountMinor: bigint) {
  const ids = yield* Ids
  const chain = yield* SandboxChain
  const txHash = yield* ids.token(32)
  return yield* chain.deposit({ network, address, txHash, logIndex: 0, amountMinor, confirmations: 1 })
})

depositAddressesSuite(
  "sandbox",
  SandboxChain.layer.pipe(Layer.provide(MemoryStore.layer), Layer.merge(Ids.layer)),
  {
    networks: defaultNetworks,
    deposit,
    distract: (network, address) =>
      Effect.andThen(deposit(network, `${address}0`, 9n), deposit(`${network}0`, address, 9n)),
    drop: (_network, txHash) => Effect.flatMap(SandboxChain, (chain) => chain.drop(txHash))
  }
)
