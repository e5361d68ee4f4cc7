import { Effect, Option } from "effect"
import { zeroBalances } from "../ledger/Balance.ts"
import type { ApiKey } from "../partner/ApiKey.ts"
import { ClaimReader } from "../idempotency/ClaimReader.ts"
import { CryptoInvoiceReader } from "../cryptoInvoice/CryptoInvoiceReader.ts"
import { LedgerReader } from "../ports/LedgerReader.ts"
import { PartnerReader } from "../partner/PartnerReader.ts"
import { PayoutReader } from "../payout/PayoutReader.ts"
import { byCreation, find, unredactedOf } from "./MemoryLookup.ts"
import { balanceKeyOf, claimKeyOf, type MemoryState } from "./MemoryState.ts"

/**
 * Reads in memory, as of the last commit. Orders are made by sorting, which says what they are better than an index
 * would.
 */

export const memoryClaimReader = (state: MemoryState): ClaimReader["Service"] =>
  ClaimReader.of({
    find: (scope, partnerId, key) =>
      Effect.sync(() => Option.fromUndefinedOr(state.claims.get(claimKeyOf(scope, partnerId, key))))
  })

export const memoryPayoutReader = (state: MemoryState): PayoutReader["Service"] =>
  PayoutReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        find(state.aggregates.Payout, ({ order }) => order.id === id && order.partnerId === partnerId)
      ),
    partnerOf: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(state.aggregates.Payout.get(id)?.state.order.partnerId))
  })

export const memoryCryptoInvoiceReader = (state: MemoryState): CryptoInvoiceReader["Service"] =>
  CryptoInvoiceReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        find(state.aggregates.CryptoInvoice, ({ order }) => order.id === id && order.partnerId === partnerId)
      ),
    byExternalId: (partnerId, externalId) =>
      Effect.sync(() =>
        find(
          state.aggregates.CryptoInvoice,
          ({ order }) => order.externalId === externalId && order.partnerId === partnerId
        )
      ),
    byToken: (token) =>
      Effect.sync(() => find(state.aggregates.CryptoInvoice, ({ order }) => order.token === token)),
    unredacted: (partnerId, endedBefore, limit) =>
      Effect.sync(() =>
        unredactedOf(
          [...state.aggregates.CryptoInvoice.values()].map((invoice) => invoice.state),
          partnerId,
          endedBefore,
          limit
        )
      ),
    partnerOf: (id) =>
      Effect.sync(() =>
        Option.fromUndefinedOr(state.aggregates.CryptoInvoice.get(id)?.state.order.partnerId)
      ),
    addresses: (network, after, limit) =>
      Effect.sync(() => {
        const issued = [...state.aggregates.CryptoInvoice.values()]
          .map((invoice) => invoice.state.order)
          .filter((order) => order.network === network)
          .sort(byCreation)
          .map((order) => order.address)
        const rest =
          after === "" ? issued : issued.includes(after) ? issued.slice(issued.indexOf(after) + 1) : []
        return rest.slice(0, limit)
      })
  })

export const memoryLedgerReader = (state: MemoryState): LedgerReader["Service"] =>
  LedgerReader.of({
    balances: (partnerId, currency) =>
      Effect.sync(() => state.balances.get(balanceKeyOf(partnerId, currency))?.accounts ?? zeroBalances)
  })

export const memoryPartnerReader = (state: MemoryState): PartnerReader["Service"] => {
  const withUse = (key: ApiKey): ApiKey => {
    const uses = [state.keyUses.get(key.id), Option.getOrUndefined(key.lastUsedAt)].filter(
      (at) => at !== undefined
    )
    return uses.length === 0 ? key : { ...key, lastUsedAt: Option.some(Math.max(...uses)) }
  }
  const findKey = (matches: (key: ApiKey) => boolean) =>
    Effect.sync(() =>
      Option.map(find(state.aggregates.ApiKey, matches), (found) => ({
        ...found,
        state: withUse(found.state)
      }))
    )
  return PartnerReader.of({
    byId: (id) => Effect.sync(() => Option.fromUndefinedOr(state.aggregates.Partner.get(id))),
    byName: (name) => Effect.sync(() => find(state.aggregates.Partner, (partner) => partner.name === name)),
    all: Effect.sync(() => [...state.aggregates.Partner.values()].map((each) => each.state).sort(byCreation)),
    keyById: (id) => findKey((key) => key.id === id),
    keyByPublicKey: (publicKey) => findKey((key) => key.publicKey === publicKey),
    keyBySecretHash: (hash) => findKey((key) => key.secretHash === hash),
    keys: Effect.sync(() =>
      [...state.aggregates.ApiKey.values()].map((key) => withUse(key.state)).sort(byCreation)
    )
  })
}
