import { Effect, Option, Stream } from "effect"
import type { StatementRequest } from "../../concepts/balance/BalanceStatement.ts"
import { statementRowView } from "../../concepts/balance/BalanceStatementView.ts"
import { type BalanceAdjustment, Balances } from "../../concepts/balance/Balances.ts"
import { balanceView } from "../../concepts/balance/BalanceView.ts"
import { type CurrencyBalanceView, currencyBalanceView } from "../../concepts/balance/CurrencyBalanceView.ts"
import type { IssuedCryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { CryptoInvoiceRequest } from "../../concepts/cryptoInvoice/CryptoInvoiceRequest.ts"
import { CryptoInvoices } from "../../concepts/cryptoInvoice/CryptoInvoices.ts"
import { type CryptoInvoiceView, cryptoInvoiceView } from "../../concepts/cryptoInvoice/CryptoInvoiceView.ts"
import { Deposits } from "../../concepts/deposit/Deposits.ts"
import { Networks } from "../../concepts/network/Networks.ts"
import { Partners } from "../../concepts/partner/Partners.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import { type TransitWalletView, transitWalletView } from "../../concepts/transit/TransitView.ts"
import { amountView } from "../../kernel/money/Money.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeHistories } from "../../store/histories.ts"
import { holdSurveyView, holdView } from "../../store/hold/HoldSurveyView.ts"
import { Holds } from "../../store/hold/Holds.ts"
import { answered } from "./shown.ts"

/** A network on which crypto invoices can be made. Amounts are in its currency, bounds inclusive. */
export interface InvoiceNetworkView {
  readonly name: string
  readonly label: string
  readonly currency: string
  readonly confirmations: number
  readonly minInvoice: number
  readonly maxInvoice: number
}

/** Balances, holds, crypto invoices and their deposits. */
export const makeCryptoOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const balances = yield* Balances
  const partners = yield* Partners
  const holds = yield* Holds
  const cryptoInvoices = yield* CryptoInvoices
  const deposits = yield* Deposits
  const networks = yield* Networks
  const histories = yield* makeHistories("partner")
  const cryptoInvoice = (state: IssuedCryptoInvoice) =>
    Effect.map(cryptoInvoices.transfersOf(state), (transfers) =>
      cryptoInvoiceView(state, settings.publicUrl, transfers)
    )

  return {
    balances: {
      get: (partnerId: string) => Effect.map(balances.get(partnerId), balanceView),
      all: (partnerId: string) =>
        Effect.map(
          balances.all(partnerId),
          (all): ReadonlyArray<CurrencyBalanceView> =>
            all.map(([currency, balance]) => currencyBalanceView(currency, balance))
        ),
      statement: (partnerId: string, request: StatementRequest) =>
        Effect.map(balances.statement(partnerId, request), Stream.map(statementRowView)),
      adjust: (partnerId: string, input: BalanceAdjustment) =>
        Effect.map(balances.adjust(partnerId, input), balanceView),
      adjustOnce: (partnerId: string, idempotencyKey: string, input: BalanceAdjustment) =>
        Effect.map(
          Effect.andThen(partners.byId(partnerId), balances.adjustOnce(partnerId, idempotencyKey, input)),
          ({ balance, id, replayed }) => answered({ id, balance: balanceView(balance) }, replayed)
        )
    },
    hold: {
      get: () => Effect.map(holds.current, (found) => Option.getOrNull(Option.map(found, holdView))),
      survey: (since?: number) => holds.survey(since),
      release: () => holds.release,
      compare: () => Effect.map(holds.survey(), (survey) => holdSurveyView(survey, false)),
      releaseCompared: (acceptUnknown = false) =>
        Effect.map(holds.releaseCompared({ acceptUnknown }), ({ isReleased, survey }) =>
          holdSurveyView(survey, isReleased)
        )
    },
    cryptoInvoices: {
      /** On which networks invoices can be made, and the bounds of their amounts. */
      networks: (_partnerId: string): Effect.Effect<ReadonlyArray<InvoiceNetworkView>> =>
        Effect.succeed(
          networks
            .offeredFor("invoices")
            .map(({ confirmations, currency, label, maxInvoiceMinor, minInvoiceMinor, name }) => ({
              ...{ name, label, currency, confirmations },
              minInvoice: amountView(minInvoiceMinor, currency),
              maxInvoice: amountView(maxInvoiceMinor, currency)
            }))
        ),
      create: (partnerId: string, input: CryptoInvoiceRequest) =>
        Effect.flatMap(cryptoInvoices.create(partnerId, input), ({ replayed, value }) =>
          Effect.map(cryptoInvoice(value), (view) => answered(view, replayed))
        ),
      get: (partnerId: string, id: string) =>
        Effect.flatMap(cryptoInvoices.get(partnerId, id), cryptoInvoice),
      history: (partnerId: string, id: string) =>
        Effect.flatMap(cryptoInvoices.get(partnerId, id), histories.cryptoInvoice),
      getByExternalId: (partnerId: string, externalId: string) =>
        Effect.flatMap(cryptoInvoices.getByExternalId(partnerId, externalId), cryptoInvoice),
      cancel: (partnerId: string, id: string) =>
        Effect.flatMap(cryptoInvoices.cancel(partnerId, id), cryptoInvoice),
      redact: (partnerId: string, id: string) =>
        Effect.flatMap(cryptoInvoices.redact(partnerId, id), cryptoInvoice)
    },
    deposits: {
      refresh: (network: string, address: string) =>
        Effect.flatMap(
          deposits.refresh(network, address),
          (target): Effect.Effect<TransitWalletView | CryptoInvoiceView, StoreUnavailable> =>
            target._tag === "wallet" ? Effect.succeed(transitWalletView(target)) : cryptoInvoice(target)
        )
    }
  }
})
