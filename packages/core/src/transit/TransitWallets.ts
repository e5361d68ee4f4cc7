import { Clock, Context, Effect, Layer, Option } from "effect"
import { makeNewAddress } from "../deposit/newAddress.ts"
import { addressClaimKey, ownClaim } from "../idempotency/Claim.ts"
import type { InvalidInput } from "../input/Input.ts"
import {
  type NotFound,
  orNotFound,
  type ProviderMissing,
  type StoreOnHold,
  UnsupportedNetwork
} from "../input/Refusals.ts"
import type { Network } from "../network/Network.ts"
import type { PartnerId } from "../partner/Partner.ts"
import type { DepositAddressesUnavailable } from "../ports/DepositAddresses.ts"
import { Ids } from "../ports/Ids.ts"
import type { Page, PageRequest } from "../ports/Page.ts"
import { emptyCommit, type EventRecord, Store, StoreUnavailable } from "../ports/Store.ts"
import { TransitReader } from "../ports/TransitReader.ts"
import { findNetwork, Settings } from "../settings/Settings.ts"
import { makeAnnounce } from "../webhook/Announcer.ts"
import { walletWatchJob } from "./TransitJobs.ts"
import { transitWalletView } from "./TransitView.ts"
import type { TransitWallet, TransitWalletId, WalletStanding } from "./TransitWallet.ts"
import { decodeTransitWallet } from "./TransitWalletRequest.ts"

/** Transit wallets of a partner: addresses for good. */
export class TransitWallets extends Context.Service<
  TransitWallets,
  {
    /** The networks on which wallets can be made. */
    readonly networks: ReadonlyArray<Network>
    /** `input` is untrusted: `label`, `network`. */
    readonly create: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<
      WalletStanding,
      | InvalidInput
      | UnsupportedNetwork
      | ProviderMissing
      | StoreOnHold
      | DepositAddressesUnavailable
      | StoreUnavailable
    >
    readonly get: (
      partnerId: PartnerId,
      id: TransitWalletId
    ) => Effect.Effect<WalletStanding, NotFound | StoreUnavailable>
    /** Newest first. */
    readonly list: (
      partnerId: PartnerId,
      page: PageRequest
    ) => Effect.Effect<Page<WalletStanding>, StoreUnavailable>
  }
>()("@quittance/core/transit/TransitWallets") {
  static readonly layer = Layer.effect(
    TransitWallets,
    Effect.gen(function* () {
      const settings = yield* Settings
      const ids = yield* Ids
      const store = yield* Store
      const reader = yield* TransitReader
      const newAddress = yield* makeNewAddress
      const announce = yield* makeAnnounce

      const create = Effect.fn("TransitWallets.create")(function* (partnerId: PartnerId, input: unknown) {
        const request = yield* Effect.fromResult(decodeTransitWallet(input))
        const network = findNetwork(settings, request.network)
        if (network === undefined) {
          const offered = settings.networks.map(({ name }) => name)
          return yield* new UnsupportedNetwork({ network: request.network, offered })
        }
        const { address, salt } = yield* newAddress(network)
        const wallet: TransitWallet = {
          id: yield* ids.prefixed("wal_"),
          partnerId,
          label: request.label,
          network: network.name,
          currency: network.currency,
          address,
          addressSalt: Option.some(salt),
          createdAt: yield* Clock.currentTimeMillis
        }
        const standing: WalletStanding = { _tag: "wallet", wallet, balanceMinor: 0n }
        const record: EventRecord = {
          id: yield* ids.prefixed("evt_"),
          partnerId,
          subjectId: wallet.id,
          version: 1,
          at: wallet.createdAt,
          event: { _tag: "TransitWalletOpened", order: wallet }
        }
        const { jobs, outbox } = yield* announce(
          [record],
          [{ event: record.event, type: "wallet.created", object: () => transitWalletView(standing) }]
        )
        yield* store
          .commit({
            ...emptyCommit,
            aggregates: [{ _tag: "TransitWallet", state: wallet, expectedVersion: 0 }],
            claims: [ownClaim(wallet, "depositAddress", addressClaimKey(network.name, address))],
            events: [record],
            outbox,
            jobs: [
              walletWatchJob(partnerId, wallet.id, wallet.createdAt + settings.invoice.pollMillis),
              ...jobs
            ]
          })
          .pipe(
            Effect.catchTags({
              // An address source that gives an address twice must not be believed again.
              ClaimTaken: Effect.die,
              VersionConflict: Effect.die,
              LimitExceeded: Effect.die,
              LeaseLost: Effect.die
            }),
            Effect.catchTag("StoreUnavailable", (failure) => landedAfterAll(record, failure))
          )
        return standing
      })

      /** After an unclear commit the store is asked whether it landed. */
      const landedAfterAll = Effect.fnUntraced(function* (record: EventRecord, failure: StoreUnavailable) {
        if (failure.outcome === "notWritten") return yield* failure
        if (!(yield* Effect.mapError(store.committed(record), () => failure)))
          return yield* new StoreUnavailable({ outcome: "notWritten", reason: failure.reason })
      })

      return TransitWallets.of({
        networks: settings.networks,
        create,
        get: (partnerId, id) => Effect.flatMap(reader.wallet(partnerId, id), orNotFound("wallet", id)),
        list: reader.wallets
      })
    })
  )
}
