import {
  apiKey,
  bankPayment,
  batch,
  branding,
  type Concept,
  chainCursor,
  chainSetup,
  chainTransaction,
  chainTransfer,
  chainUpkeep,
  chainWallet,
  credentials,
  cryptoInvoice,
  cryptoTransfer,
  type Field,
  type Fields,
  invitation,
  invoice,
  kycSession,
  logo,
  partner,
  payout,
  roster,
  type StatesByConcept,
  session,
  statementEntry,
  subscriber,
  transitDeposit,
  transitWallet,
  user,
  webhookEndpoint
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { branding as anyBranding, logo as anyLogo } from "./brandingGenerators.ts"
import {
  wallet as anyChainWallet,
  cursor as anyCursor,
  setup as anySetup,
  transfer as anyTransfer,
  upkeep as anyUpkeep,
  transactionOrder,
  transactionState
} from "./chainGenerators.ts"
import {
  cryptoInvoiceOrder,
  cryptoInvoiceState,
  cryptoTransferOrder,
  cryptoTransferState
} from "./cryptoInvoiceGenerators.ts"
import {
  batch as anyBatch,
  bankPaymentOrder,
  bankPaymentState,
  invoiceOrder,
  invoiceState
} from "./invoiceGenerators.ts"
import { kycOrder, kycSessionState, unredactedKycSession } from "./kycGenerators.ts"
import { apiKey as anyKey, partner as anyPartner } from "./partnerGenerators.ts"
import { payoutOrder, payoutState } from "./payoutGenerators.ts"
import { invitation as anyInvitation, user as anyUser } from "./personGenerators.ts"
import { roster as anyRoster } from "./rosterGenerators.ts"
import { credentials as anyCredentials, session as anySession } from "./signInGenerators.ts"
import { entryOrder, entryState } from "./statementGenerators.ts"
import { transitWallet as anyWallet, transitDepositOrder, transitDepositState } from "./transitGenerators.ts"
import { subscriber as anySubscriber, webhookEndpointState, webhookOrder } from "./webhookGenerators.ts"

/** A concept and two states of one order, so that an update has every field to change. */
export interface Generated<State = unknown> {
  readonly concept: Concept<State> & { readonly name: keyof StatesByConcept }
  readonly twoStates: fc.Arbitrary<readonly [State, State]>
}

const generated = <State>(
  concept: Generated<State>["concept"],
  twoStates: fc.Arbitrary<readonly [State, State]>
) => ({ concept, twoStates }) as unknown as Generated

const changing = <Order, State>(
  order: fc.Arbitrary<Order>,
  first: (order: Order) => fc.Arbitrary<State>,
  second = first
) => order.chain((each) => fc.tuple(first(each), second(each)))

/** Fields that no commit changes are those of the first state. */
const beside = <State extends object>(
  { changing = {}, fixed }: { readonly fixed: object; readonly changing?: Fields },
  states: fc.Arbitrary<State>
): fc.Arbitrary<readonly [State, State]> =>
  fc.tuple(states, states).map(([first, second]) => {
    const isKept = (name: string) =>
      name in fixed || (changing[name] as Partial<Field<unknown>>)?.isNoted === true
    return [
      first,
      { ...second, ...Object.fromEntries(Object.entries(first).filter(([name]) => isKept(name))) }
    ]
  })

/** Every concept that stores keep by its definition. */
export const generatedConcepts: ReadonlyArray<Generated> = [
  generated(payout, changing(payoutOrder(""), payoutState)),
  generated(cryptoInvoice, changing(cryptoInvoiceOrder(""), cryptoInvoiceState)),
  generated(cryptoTransfer, changing(cryptoTransferOrder(""), cryptoTransferState)),
  generated(invoice, changing(invoiceOrder(""), invoiceState)),
  generated(bankPayment, changing(bankPaymentOrder(""), bankPaymentState)),
  generated(statementEntry, changing(entryOrder(""), entryState)),
  generated(batch, beside(batch, anyBatch(""))),
  generated(kycSession, changing(kycOrder(""), unredactedKycSession, kycSessionState)),
  generated(transitWallet, beside(transitWallet, anyWallet(""))),
  generated(transitDeposit, changing(transitDepositOrder(""), transitDepositState)),
  generated(webhookEndpoint, changing(webhookOrder(""), webhookEndpointState)),
  generated(partner, beside(partner, anyPartner)),
  generated(apiKey, beside(apiKey, anyKey(""))),
  generated(chainCursor, beside(chainCursor, anyCursor)),
  generated(chainSetup, beside(chainSetup, anySetup(""))),
  generated(chainTransfer, beside(chainTransfer, anyTransfer(""))),
  generated(chainTransaction, changing(transactionOrder(""), transactionState)),
  generated(chainWallet, beside(chainWallet, anyChainWallet(""))),
  generated(chainUpkeep, beside(chainUpkeep, anyUpkeep(""))),
  generated(subscriber, beside(subscriber, anySubscriber)),
  generated(roster, beside(roster, anyRoster(""))),
  generated(user, beside(user, anyUser)),
  generated(invitation, beside(invitation, anyInvitation(""))),
  generated(credentials, beside(credentials, anyCredentials(""))),
  generated(session, beside(session, anySession(""))),
  generated(branding, beside(branding, anyBranding(""))),
  generated(logo, beside(logo, anyLogo("")))
]
