import { Effect, Option } from "effect"
import { balanceView } from "../../concepts/balance/BalanceView.ts"
import { invoiceView } from "../../concepts/invoice/InvoiceView.ts"
import { kycSessionView } from "../../concepts/kyc/KycSessionView.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { Sandbox } from "../../reference/sandbox/Sandbox.ts"
import type {
  SandboxAdvance,
  SandboxBankStatement,
  SandboxBankTransfer,
  SandboxBlocks,
  SandboxCredit,
  SandboxDecision,
  SandboxDepositRequest,
  SandboxDrop,
  SandboxPassing,
  SandboxPayment
} from "../../reference/sandbox/SandboxRequest.ts"
import { firstPage, partAsked } from "./shown.ts"

/** Simulated events outside a sandbox. In live mode each of them is a defect. */
export const makeSandboxOperations = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const found = yield* Effect.serviceOption(Sandbox)
  const sandbox = <A, E>(use: (service: Sandbox["Service"]) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Option.isSome(found) ? use(found.value) : Effect.die(new Error("only a sandbox has simulated operations"))

  return {
    sandbox: {
      deposit: (partnerId: string, input: SandboxDepositRequest) =>
        sandbox((service) => service.deposit(partnerId, input)),
      addBlocks: (input: SandboxBlocks) => sandbox((service) => service.addBlocks(input)),
      drop: (partnerId: string, input: SandboxDrop) => sandbox((service) => service.drop(partnerId, input)),
      pay: (partnerId: string, invoiceId: string, input: SandboxPayment = {}) =>
        sandbox((service) =>
          Effect.map(service.pay(partnerId, invoiceId, input), (invoice) => invoiceView(invoice, publicUrl))
        ),
      bankTransfer: (partnerId: string, invoiceId: string, input: SandboxBankTransfer = {}) =>
        sandbox((service) => service.bankTransfer(partnerId, invoiceId, input)),
      bankStatement: (partnerId: string, input: SandboxBankStatement) =>
        sandbox((service) => service.bankStatement(partnerId, input)),
      decide: (partnerId: string, sessionId: string, input: SandboxDecision) =>
        sandbox((service) =>
          Effect.map(service.decide(partnerId, sessionId, input), (session) =>
            kycSessionView(session, publicUrl)
          )
        ),
      mail: (partnerId: string) => sandbox((service) => service.mail(partnerId)),
      mailPage: (partnerId: string, page = firstPage) =>
        sandbox((service) => Effect.flatMap(partAsked(page), (part) => service.mailPage(partnerId, part))),
      credit: (partnerId: string, input: SandboxCredit, idempotencyKey?: string) =>
        sandbox((service) => Effect.map(service.credit(partnerId, input, idempotencyKey), balanceView)),
      advanceClock: (input: SandboxAdvance) => sandbox((service) => service.advanceClock(input)),
      /** The clock is that of the whole deployment, which a partner of a sandbox may move. */
      passTime: (_partnerId: string, input: SandboxPassing) => sandbox((service) => service.passTime(input)),
      transfers: (partnerId: string, payoutId: string) =>
        sandbox((service) => service.transfers(partnerId, payoutId))
    }
  }
})
