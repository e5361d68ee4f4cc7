import {
  AesGcmVault,
  type BankPaymentRequest,
  type BankRail,
  defaultNetworks,
  type DepositAddresses,
  FiatCurrency,
  Ids,
  type Mailer,
  MemoryStore,
  type PayoutProcessor,
  SandboxBank,
  SandboxChain,
  SandboxMailbox,
  SandboxProcessor,
  SandboxStore,
  type TransferRequest,
  type Vault
} from "@quittance/core"
import type {
  BankRailHarness,
  DepositAddressesHarness,
  MailerHarness,
  PayoutProcessorHarness
} from "@quittance/testing"
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
    (id) => ({
      reference: `reference of ${id}`,
      payoutId: id,
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
  transferCount: Effect.fnUntraced(function* (reference) {
    const found = yield* SandboxProcessor.findExecution(yield* SandboxStore, reference)
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

export const bank: Layer.Layer<BankRail | SandboxBank | SandboxStore | Ids> = SandboxBank.layer.pipe(
  Layer.provideMerge(MemoryStore.layer),
  Layer.merge(Ids.layer)
)

const collection = (bankId: string): Effect.Effect<BankPaymentRequest, never, Ids> =>
  Effect.map(
    Effect.flatMap(Ids, (ids) => ids.prefixed("pmt_")),
    (paymentId) => ({
      paymentId,
      bank: bankId,
      amountMinor: 2_500n,
      currency: "EUR",
      description: "Order 1",
      expiresAt: 1_767_312_000_000
    })
  )

export const bankHarness: BankRailHarness<SandboxBank | SandboxStore | Ids> = {
  currencies: FiatCurrency.literals,
  payable: collection("sandbox"),
  declinable: collection("declining"),
  unanswered: collection("no-answer"),
  pay: Effect.fnUntraced(function* ({ amountMinor, currency, paymentId }) {
    const ids = yield* Ids
    const sandbox = yield* SandboxBank
    const operationId = yield* ids.token(16)
    const receipt = {
      operationId,
      amountMinor,
      currency,
      payerBank: "Sandbox Bank",
      bankTime: 1_767_225_600_000
    }
    yield* sandbox.settle(paymentId, receipt)
  }),
  paymentCount: (paymentId) =>
    Effect.map(
      Effect.flatMap(SandboxStore, (store) => store.list("bank", paymentId)),
      ({ length }) => length
    )
}

export const mail: Layer.Layer<Mailer | SandboxMailbox | Ids> = SandboxMailbox.layer.pipe(
  Layer.provide(MemoryStore.layer),
  Layer.merge(Ids.layer)
)

export const mailHarness: MailerHarness<SandboxMailbox> = {
  delivered: (partnerId) => Effect.flatMap(SandboxMailbox, (mailbox) => mailbox.ofPartner(partnerId))
}
