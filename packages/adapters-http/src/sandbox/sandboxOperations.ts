import {
  Operations,
  Sandbox,
  SandboxAdvance,
  SandboxCredit,
  SandboxDecision,
  SandboxDrop,
  SandboxPayment,
  Settings
} from "@quittance/core"
import {
  amountView,
  type BookedTransfer,
  instantView,
  SandboxBankStatement,
  SandboxBankTransfer,
  type SandboxMail,
  type SandboxProcessor,
  sandboxBlocksOn,
  sandboxDepositOn,
  Uuid
} from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import { type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import {
  invoiceResource,
  kycSessionResource,
  prefixedId,
  prefixedIdParameter
} from "../routing/prefixedId.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import * as Schemas from "./sandboxSchemas.ts"

const common = {
  group: "Sandbox",
  caller: "partner",
  proof: "secret",
  scope: "payments:write",
  parameters: []
} as const

const transferView = (execution: SandboxProcessor.Execution): typeof Schemas.ExecutedTransfer.Type => ({
  payoutId: execution.payoutId,
  amount: amountView(BigInt(execution.amountMinor), "USDT"),
  address: execution.address,
  network: execution.network,
  executedAt: instantView(execution.executedAt)
})

const mailView = (mail: SandboxMail): typeof Schemas.SentMail.Type => ({
  ...mail,
  sentAt: instantView(mail.sentAt)
})

const bankTransferView = ({
  account,
  amountMinor,
  ...transfer
}: BookedTransfer): (typeof Schemas.Transferred.Type)["transfer"] => ({
  account: account.name,
  amount: amountView(amountMinor, account.currency),
  currency: account.currency,
  ...transfer
})

/** Simulated outside events. A deployment without a sandbox has none of these paths. */
export const makeSandboxOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const found = yield* Effect.serviceOption(Sandbox)
  if (settings.mode === "live" || Option.isNone(found)) return []
  const { sandbox } = yield* Operations
  const nothing = { fields: {} }

  const deposit: PartnerOperation = {
    ...common,
    id: "sandboxDeposit",
    method: "POST",
    path: "/sandbox/v1/crypto/deposits",
    summary: "Let the simulated chain see a transfer",
    exampleFrom:
      "Put the address of one of your own in place of the example: `address` in the answer of `POST /api/v2/crypto/invoices` or `POST /v1/transit/wallets`.",
    request: sandboxDepositOn(settings.networks),
    success: Schemas.Deposited,
    errors: ["not_found", "duplicate"],
    handle: ({ body, caller }) =>
      Effect.map(sandbox.deposit(caller.partnerId, unchecked(body)), (fields) => ({ fields }))
  }

  const blocks: PartnerOperation = {
    ...common,
    id: "sandboxBlocks",
    method: "POST",
    path: "/sandbox/v1/crypto/blocks",
    summary: "Add confirmations on a network",
    request: sandboxBlocksOn(settings.networks),
    success: Schema.Struct({}),
    errors: [],
    handle: ({ body }) => Effect.as(sandbox.addBlocks(unchecked(body)), nothing)
  }

  const drop: PartnerOperation = {
    ...common,
    id: "sandboxDrop",
    method: "POST",
    path: "/sandbox/v1/crypto/drop",
    summary: "Drop a transfer by a reorganisation",
    exampleFrom:
      "Put the hash of one of your own transfers in place of the example: `txHash` in the answer of `POST /sandbox/v1/crypto/deposits`.",
    request: SandboxDrop,
    success: Schema.Struct({}),
    errors: ["not_found"],
    handle: ({ body, caller }) => Effect.as(sandbox.drop(caller.partnerId, unchecked(body)), nothing)
  }

  const credit: PartnerOperation = {
    ...common,
    id: "sandboxCredit",
    method: "POST",
    path: "/sandbox/v1/balance/credit",
    summary: "Add to the balance as an adjustment",
    request: SandboxCredit,
    success: Schemas.Credited,
    errors: [],
    handle: ({ body, caller }) =>
      Effect.map(sandbox.credit(caller.partnerId, unchecked(body)), (balance) => ({ fields: { balance } }))
  }

  const advance: PartnerOperation = {
    ...common,
    id: "sandboxAdvanceClock",
    method: "POST",
    path: "/sandbox/v1/clock/advance",
    summary: "Move the domain clock forward; answers when the work that became due has started",
    request: SandboxAdvance,
    success: Schemas.Advanced,
    errors: [],
    handle: ({ body }) =>
      Effect.map(sandbox.advanceClock(unchecked(body)), (now) => ({ fields: { now: instantView(now) } }))
  }

  const transfers: PartnerOperation = {
    ...common,
    id: "sandboxTransfers",
    method: "GET",
    path: "/sandbox/v1/crypto/transfers",
    summary: "Read the transfers that the simulated processing side made for a payout",
    parameters: [
      {
        in: "query",
        name: "payoutId",
        required: true,
        description: "The id of one of the caller's payouts.",
        schema: Uuid
      }
    ],
    request: undefined,
    success: Schemas.ExecutedTransfers,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const payoutId = yield* readQuery(request.query, (query) => query.text("payoutId"))
      const executed = yield* found.value.transfers(caller.partnerId, payoutId?.toLowerCase())
      return { fields: { transfers: executed.map(transferView) } }
    })
  }

  const pay: PartnerOperation = {
    ...common,
    id: "sandboxPayInvoice",
    method: "POST",
    path: "/sandbox/v1/invoices/{id}/pay",
    summary: "Let the simulated bank take the money of an invoice",
    parameters: [prefixedIdParameter(invoiceResource)],
    request: SandboxPayment,
    requestOptional: true,
    success: Schemas.Paid,
    answerExample: {
      invoice: { status: "paid", payerBank: "Simulated bank", paidAt: "2026-01-15T12:00:00.000Z" }
    },
    errors: ["not_found", "duplicate"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      const invoice = yield* sandbox.pay(call.caller.partnerId, id, unchecked(call.body))
      return { fields: { invoice } }
    })
  }

  const bankTransfer: PartnerOperation = {
    ...common,
    id: "sandboxBankTransfer",
    method: "POST",
    path: "/sandbox/v1/invoices/{id}/transfer",
    summary: "Transfer money for an invoice at the simulated bank; a statement tells of it",
    parameters: [prefixedIdParameter(invoiceResource)],
    request: SandboxBankTransfer,
    requestOptional: true,
    success: Schemas.Transferred,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, invoiceResource)
      const made = yield* sandbox.bankTransfer(call.caller.partnerId, id, unchecked(call.body))
      return { fields: { transfer: bankTransferView(made) } }
    })
  }

  const bankStatement: PartnerOperation = {
    ...common,
    id: "sandboxBankStatement",
    method: "GET",
    path: "/sandbox/v1/bank/statement",
    summary: "Read all transfers for your invoices to an account, as a statement of the simulated bank",
    parameters: [
      {
        in: "query",
        name: "account",
        required: true,
        description: "The name of the account.",
        schema: SandboxBankStatement.fields.account
      },
      {
        in: "query",
        name: "format",
        required: true,
        description: "The format of the file.",
        schema: SandboxBankStatement.fields.format
      }
    ],
    request: undefined,
    success: Schemas.BankStatement,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const asked = yield* readQuery(request.query, (query) => ({
        account: query.text("account"),
        format: query.text("format")
      }))
      const file = yield* sandbox.bankStatement(caller.partnerId, unchecked(asked))
      const content = Buffer.from(file.content).toString("base64")
      return {
        fields: { account: file.account.name, format: file.format, transfers: file.transfers, content }
      }
    })
  }

  const decide: PartnerOperation = {
    ...common,
    id: "sandboxDecideKycSession",
    method: "POST",
    path: "/sandbox/v1/kyc/sessions/{id}/decide",
    summary: "Let the simulated checker answer; missing uploads count as done",
    parameters: [prefixedIdParameter(kycSessionResource)],
    request: SandboxDecision,
    success: Schemas.DecidedSession,
    answerExample: { session: { status: "completed", completedAt: "2026-01-15T12:00:00.000Z" } },
    errors: ["not_found", "invalid_state"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, kycSessionResource)
      const session = yield* sandbox.decide(call.caller.partnerId, id, unchecked(call.body))
      return { fields: { session } }
    })
  }

  const mail: PartnerOperation = {
    ...common,
    id: "sandboxMail",
    method: "GET",
    path: "/sandbox/v1/mail",
    summary: 'Read the e-mails that the sandbox "sent", the oldest first: all of them, or a page',
    parameters: pageParameters,
    request: undefined,
    success: Schemas.SentMails,
    errors: ["invalid_cursor"],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const asked = new URLSearchParams(request.query)
      if (!pageParameters.some(({ name }) => asked.has(name)))
        return { fields: { mail: (yield* sandbox.mail(caller.partnerId)).map(mailView) } }
      const page = yield* readQuery(request.query, readPage)
      const found = yield* sandbox.mailPage(caller.partnerId, page)
      return { fields: { mail: found.items.map(mailView), pagination: paginationOf(page, found) } }
    })
  }

  return [deposit, blocks, drop, credit, advance, transfers, pay, bankTransfer, bankStatement, decide, mail]
})
