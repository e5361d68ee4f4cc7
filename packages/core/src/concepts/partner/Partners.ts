import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { decoderOf, InvalidInput, oneLine } from "../../kernel/input/Input.ts"
import { NotFound } from "../../kernel/input/Refusals.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import type { FeePayer, FeeTerms } from "../../kernel/money/Fee.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import { allById, firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import type { Network } from "../network/Network.ts"
import { Settings, type SettingsShape } from "../settings/Settings.ts"
import { isPartnerId, type Partner, type PartnerTerms, partner } from "./Partner.ts"
import { partnerClaims, partnerPrefix } from "./partnerNames.ts"
import { partnerPage } from "./partnerPages.ts"
import { partnerTermsOf } from "./partnerTerms.ts"

/** Terms and keys are read again after this long, so that every process sees a change within a second. */
export const cacheMillis = 1_000

/** Partners and their fees. */
export class Partners extends Context.Service<
  Partners,
  {
    /**
     * The partner of that name; created if there is none. Concurrent calls of two processes return the same
     * one. `name` is untrusted: `partnerNameOf`.
     */
    readonly ensure: (name: string) => Effect.Effect<Partner, InvalidInput | StoreUnavailable>
    /** By name or id. */
    readonly find: (nameOrId: string) => Effect.Effect<Partner, NotFound | StoreUnavailable>
    /** At most a second old. */
    readonly byId: (id: PartnerId) => Effect.Effect<Partner, NotFound | StoreUnavailable>
    /** The partner's name, which is the same in every store; the id for an unknown partner. */
    readonly nameOf: (id: PartnerId) => Effect.Effect<string, StoreUnavailable>
    /** At most a second old. */
    readonly termsOf: (id: PartnerId) => Effect.Effect<PartnerTerms, NotFound | StoreUnavailable>
    /**
     * Replaces the partner's terms; existing invoices and payouts keep the terms they were created with.
     * Fails with `InvalidInput` for invalid terms, or a fee for a network that the deployment does not have.
     */
    readonly setTerms: (
      name: string,
      terms: unknown
    ) => Effect.Effect<Partner, InvalidInput | NotFound | StoreUnavailable>
    /** All partners, in order of creation. */
    readonly all: Effect.Effect<ReadonlyArray<Partner>, StoreUnavailable>
    /** A part of them, newest first. */
    readonly page: (asked: PageRequest) => Effect.Effect<Page<Partner>, InvalidCursor | StoreUnavailable>
  }
>()("@quittance/core/concepts/partner/Partners") {
  static readonly layer = Layer.effect(
    Partners,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Partners.of({
        ensure: (name) =>
          Effect.flatMap(Effect.fromResult(partnerNameOf(name)), (checked) => ensurePartner(parts, checked)),
        find: (nameOrId) => Effect.map(findPartner(parts, nameOrId), ({ state }) => state),
        byId: (id) => partnerById(parts, id),
        nameOf: (id) =>
          partnerById(parts, id).pipe(
            Effect.map(({ name }) => name),
            Effect.catchTag("NotFound", () => Effect.succeed(id))
          ),
        termsOf: (id) => Effect.map(partnerById(parts, id), ({ terms }) => terms),
        setTerms: (name, terms) => setTerms(parts, name, terms),
        all: Effect.provideService(allById(partner), StateReader, parts.states),
        page: (asked) => partnerPage(parts.states, asked)
      })
    })
  )
}

/** The services that partners use, looked up once and not for each call, and the partners read lately. */
const makeParts = Effect.gen(function* () {
  return {
    transact: (yield* makeTransact).transact,
    states: yield* StateReader,
    ids: yield* Ids,
    settings: yield* Settings,
    cache: new Map<PartnerId, { readonly partner: Partner; readonly until: number }>()
  }
})
type Parts = Effect.Success<typeof makeParts>

const decodeName = decoderOf(Schema.Struct({ name: oneLine(100) }))

/** A new partner's name: 1 to 100 visible characters on one line, and no id. */
const partnerNameOf = (given: unknown): Result.Result<string, InvalidInput> =>
  Result.flatMap(decodeName({ name: given }), ({ name }) =>
    isPartnerId(name)
      ? Result.fail(InvalidInput.of("name", "invalid_value", "must not look like the id of a partner"))
      : Result.succeed(name)
  )

const readByName = ({ states }: Parts, name: string) =>
  firstOf(states.indexed(partner, "by_name", { equal: [name] }))

const ensurePartner: (parts: Parts, name: string) => Effect.Effect<Partner, StoreUnavailable> = Effect.fn(
  "Partners.ensure"
)(function* (parts, name) {
  const made = parts.transact(
    Effect.gen(function* () {
      const found = yield* readByName(parts, name)
      if (Option.isSome(found)) return { answer: found.value.state }
      const at = yield* Clock.currentTimeMillis
      const id = yield* parts.ids.prefixed(partnerPrefix)
      const partner: Partner = { id, name, terms: {}, createdAt: at }
      const event = { _tag: "PartnerCreated", name } as const
      return {
        commit: {
          aggregates: [{ _tag: "Partner", state: partner, expectedVersion: 0 }],
          claims: [
            {
              scope: partnerClaims.name,
              key: name,
              partnerId: id,
              ownerId: id,
              fingerprint: Option.none(),
              expiresAt: Option.none()
            }
          ],
          events: [{ partnerId: id, subjectId: id, version: 1, at, event }]
        },
        answer: partner
      }
    })
  )
  // Created concurrently by another caller.
  return yield* Effect.catchTag(made, "ClaimTaken", () => ensurePartner(parts, name))
})

const findPartner = Effect.fn("Partners.find")(function* (parts: Parts, nameOrId: string) {
  const found = yield* isPartnerId(nameOrId)
    ? parts.states.get(partner, nameOrId, nameOrId)
    : readByName(parts, nameOrId)
  if (Option.isNone(found)) return yield* new NotFound({ what: "partner", id: nameOrId })
  return found.value
})

const partnerById = Effect.fnUntraced(function* ({ cache, states }: Parts, id: PartnerId) {
  const now = yield* Clock.currentTimeMillis
  const cached = cache.get(id)
  if (cached !== undefined && now < cached.until) return cached.partner
  const found = yield* states.get(partner, id, id)
  if (Option.isNone(found)) return yield* new NotFound({ what: "partner", id })
  const { state } = found.value
  cache.set(id, { partner: state, until: now + cacheMillis })
  return state
})

const setTerms = Effect.fn("Partners.setTerms")(function* (parts: Parts, name: string, given: unknown) {
  const terms = yield* Effect.fromResult(partnerTermsOf(given, parts.settings, "given"))
  return yield* parts.transact(
    Effect.gen(function* () {
      const found = yield* findPartner(parts, name)
      const { state, version } = found
      const { id } = state
      const at = yield* Clock.currentTimeMillis
      const partner: Partner = { ...state, terms }
      const event = { _tag: "PartnerTermsChanged" } as const
      parts.cache.delete(id)
      return {
        commit: {
          aggregates: [writeOver("Partner", found, partner)],
          events: [{ partnerId: id, subjectId: id, version: version + 1, at, event }]
        },
        answer: partner
      }
    })
  )
})

/** The fees of one partner: its own terms if it has them, otherwise the deployment's. */
export const invoiceFeeFor = (settings: SettingsShape, terms: PartnerTerms, network?: Network): FeeTerms =>
  terms.invoiceFee ?? network?.invoiceFee ?? settings.invoiceFee

/** Invoice fees of networks with their own fee, by network name; empty for a partner with its own invoice fee. */
export const networkInvoiceFeesFor = (
  networks: ReadonlyArray<Network>,
  terms: PartnerTerms
): { readonly [network: string]: FeeTerms } =>
  Object.fromEntries(
    networks.flatMap(({ invoiceFee, name }) =>
      invoiceFee === undefined || terms.invoiceFee !== undefined ? [] : [[name, invoiceFee]]
    )
  )

/** The time zone in which the partner's people read instants. */
export const timeZoneFor = (terms: PartnerTerms): string => terms.timeZone ?? "UTC"

export const feePayerFor = (settings: SettingsShape, terms: PartnerTerms): FeePayer =>
  terms.feePayer ?? settings.feePayer

export const payoutFeeFor = (network: Network, terms: PartnerTerms): FeeTerms =>
  terms.payoutFees?.[network.name] ?? network.payoutFee
