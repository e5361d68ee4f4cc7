import {
  AesGcmVault,
  defaultNetworks,
  type DepositAddresses,
  Ids,
  MemoryStore,
  type PayoutProcessor,
  SandboxChain,
  SandboxProcessor,
  SandboxStore,
  type TransferRequest,
  type Vault
} from "@quittance/core"
import type { DepositAddressesHarness, PayoutProcessorHarness } from "@quittance/testing"
import { Effect, Layer, Option } from "effect"

/** The simulated providers on a store of their own, and what the suites need to make happen there. */

export const vault = (keyByte: string): Layer.Layer<Vault, unknown> =>
  AesGcmVault.layer(btoa(keyByte.repeat(32)))

export const processor: Layer.Layer<PayoutProcessor | SandboxStore | Ids> = SandboxProcessor.layer.pipe(
  Layer.provideMerge(MemoryStore.layer),
  Layer.merge(Ids.layer)
)

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

/** `payableNote` decides how what can be paid is paid: at once, or by a later lookup. */
export const processorHarness = (payableNote: string): PayoutProcessorHarness<SandboxStore | Ids> => ({
  payable: request(payableNote),
  refusable: request("sandbox:reject"),
  unanswered: request("sandbox:no-answer-then-complete"),
  transferCount: Effect.fnUntraced(function* (payoutId) {
    const found = yield* SandboxProcessor.findExecution(yield* SandboxStore, payoutId)
    return Option.exists(found, ({ status }) => status === "executed") ? 1 : 0
  })
})

export const chain: Layer.Layer<DepositAddresses | SandboxChain | Ids> = SandboxChain.layer.pipe(
  Layer.provide(MemoryStore.layer),
  Layer.merge(Ids.layer)
)

const deposit = Effect.fnUntraced(function* (network: string, address: string, amountMinor: bigint) {
  const ids = yield* Ids
  const sandbox = yield* SandboxChain
  const txHash = yield* ids.token(32)
  return yield* sandbox.deposit({ network, address, txHash, logIndex: 0, amountMinor, confirmations: 1 })
})

export const chainHarness: DepositAddressesHarness<SandboxChain | Ids> = {
  networks: defaultNetworks,
  deposit,
  distract: (network, address) =>
    Effect.andThen(deposit(network, `${address}0`, 9n), deposit(`${network}0`, address, 9n)),
  drop: (_network, txHash) => Effect.flatMap(SandboxChain, (sandbox) => sandbox.drop(txHash))
}
