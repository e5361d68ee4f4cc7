import {
  AesGcmVault,
  type BankPaymentRequest,
  defaultNetworks,
  defaultSettings,
  Ids,
  MemoryStore,
  Settings,
  type TransferRequest
} from "@quittance/core"
import {
  type BankRail,
  bankPaymentPrefix,
  creditorReferenceOf,
  type DepositAddresses,
  FiatCurrency,
  type Mailer,
  type PayoutProcessor,
  SandboxBank,
  SandboxChain,
  SandboxMailbox,
  SandboxProcessor,
  SandboxStore,
  type Vault
} from "@quittance/core/adapter"
import type {
  BankRailHarness,
  DepositAddressesHarness,
  MailerHarness,
  PayoutProcessorHarness,
  TransferRailHarness
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
      partnerId: "prt_1",
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
  // What is accepted is completed by the lookups themselves.
  proceed: Effect.void,
  settle: Effect.void,
  transfers: Effect.gen(function* () {
    const store = yield* SandboxStore
    const records = yield* store.list("execution", "")
    const found = yield* Effect.forEach(records, ({ id }) =>
      Effect.map(SandboxProcessor.findExecution(store, id), (execution) => [id, execution] as const)
    )
    return found.flatMap(([reference, execution]) =>
      Option.toArray(Option.filter(execution, ({ status }) => status === "executed")).map(
        ({ address, amountMinor, network }) => ({
          reference,
          network,
          address,
          amountMinor: BigInt(amountMinor),
          hash: `transfer of ${reference}`
        })
      )
    )
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
  addBlocks: (network, count) => Effect.flatMap(SandboxChain, (sandbox) => sandbox.addBlocks(network, count)),
  drop: (_network, txHash) => Effect.flatMap(SandboxChain, (sandbox) => sandbox.drop(txHash))
}

export const bank: Layer.Layer<BankRail | SandboxBank | SandboxStore | Ids> = SandboxBank.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(MemoryStore.layer, Ids.layer))
)

/** The same with an account that customers transfer to. */
export const transfers = bank.pipe(
  Layer.provide(
    Layer.succeed(Settings, {
      ...defaultSettings,
      banks: [
        {
          ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
          ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
        }
      ]
    })
  )
)

export const transferHarness: TransferRailHarness<Ids> = {
  payable: Effect.map(
    Effect.suspend(() => collection("transfer")),
    (request) => ({ ...request, reference: creditorReferenceOf(request.paymentId, 0) })
  )
}

const collection = (bankId: string): Effect.Effect<BankPaymentRequest, never, Ids> =>
  Effect.map(
    Effect.flatMap(Ids, (ids) => ids.prefixed(bankPaymentPrefix)),
    (paymentId) => ({
      paymentId,
      bank: bankId,
      amountMinor: 2_500n,
      currency: "EUR",
      description: "Order 1",
      expiresAt: 1_767_312_000_000
    })
  )

/** What the simulated bank keeps, of every payment. */
interface SandboxPayment {
  readonly status: string
  readonly asked: { readonly bank: string; readonly amountMinor: string; readonly currency: FiatCurrency }
  readonly receipt: { readonly operationId: string } | null
}

const keptPayments = Effect.map(
  Effect.flatMap(SandboxStore, (store) => store.list("bank", "")),
  (records) =>
    records.map(({ id, value }) => {
      const { asked, receipt, status } = JSON.parse(value) as SandboxPayment
      return {
        paymentId: id,
        status,
        bank: asked.bank,
        amountMinor: BigInt(asked.amountMinor),
        currency: asked.currency,
        operationId: receipt?.operationId
      }
    })
)

export const bankHarness: BankRailHarness<SandboxBank | SandboxStore | Ids> = {
  currencies: FiatCurrency.literals,
  payable: collection("sandbox"),
  declinable: collection("declining"),
  unanswered: collection("no-answer"),
  pay: Effect.fnUntraced(function* ({ paymentId }) {
    const ids = yield* Ids
    const asked = (yield* keptPayments).find(
      (each) => each.paymentId === paymentId && each.status === "awaiting"
    )
    if (asked === undefined) return yield* Effect.fail("the bank asks for nothing under this id")
    const { amountMinor, currency } = asked
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
  payments: keptPayments
}

export const mail: Layer.Layer<Mailer | SandboxMailbox | Ids> = SandboxMailbox.layer.pipe(
  Layer.provide(MemoryStore.layer),
  Layer.merge(Ids.layer)
)

export const mailHarness: MailerHarness<SandboxMailbox> = {
  delivered: (partnerId) => Effect.flatMap(SandboxMailbox, (mailbox) => mailbox.ofPartner(partnerId))
}
