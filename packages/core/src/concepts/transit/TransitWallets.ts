import { Clock, Context, Effect, Layer } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  checkIdempotencyKey,
  claimsOf,
  idempotentRequest,
  makeIdempotency
} from "../../kernel/idempotency/Idempotency.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import {
  type IdempotencyConflict,
  type NotFound,
  orNotFound,
  type ProviderMissing,
  type StoreOnHold,
  type UnsupportedNetwork
} from "../../kernel/input/Refusals.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import { type Claim, ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { addressClaimKey, chainClaims } from "../chain/chainNames.ts"
import type { DepositAddressesUnavailable } from "../chain/DepositAddresses.ts"
import { makeNewAddress } from "../chain/newAddress.ts"
import type { Network } from "../network/Network.ts"
import { Networks } from "../network/Networks.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { TransitReader } from "./TransitReader.ts"
import { transitWalletView } from "./TransitView.ts"
import type { TransitWallet, TransitWalletId, WalletStanding } from "./TransitWallet.ts"
import { decodeTransitWallet, type NewTransitWallet, transitWalletForm } from "./TransitWalletRequest.ts"
import { transitJobs, transitWalletPrefix } from "./transitNames.ts"
import { walletList } from "./walletList.ts"

/** Transit wallets of a partner: permanent deposit addresses. */
export class TransitWallets extends Context.Service<
  TransitWallets,
  {
    /** The networks on which wallets can be made. */
    readonly networks: ReadonlyArray<Network>
    /**
     * `input` is untrusted: `label`, `network`. With an `idempotencyKey` the same key and fields return the
     * same wallet again, as it was created; other fields are refused.
     */
    readonly create: (
      partnerId: PartnerId,
      input: unknown,
      idempotencyKey?: string
    ) => Effect.Effect<
      WalletStanding & { readonly replayed: boolean },
      | InvalidInput
      | IdempotencyConflict
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
    ) => Effect.Effect<Page<WalletStanding>, InvalidCursor | StoreUnavailable>
  }
>()("@quittance/core/concepts/transit/TransitWallets") {
  static readonly layer = Layer.effect(
    TransitWallets,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return TransitWallets.of({
        networks: parts.networks.offeredFor("wallets"),
        create: (partnerId, input, idempotencyKey) => createWallet(parts, partnerId, input, idempotencyKey),
        get: (partnerId, id) => readWallet(parts, partnerId, id),
        list: (partnerId, page) => listWallets(parts, partnerId, page)
      })
    })
  )
}

/** The services that transit wallets use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    ids: yield* Ids,
    reader: yield* TransitReader,
    lists: yield* ListReader,
    networks: yield* Networks,
    newAddress: yield* makeNewAddress,
    commit: (yield* makeAnnouncingTransact).commit,
    once: yield* makeIdempotency
  }
})
type Parts = Effect.Success<typeof makeParts>

const createWallet = Effect.fn("TransitWallets.create")(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown,
  idempotencyKey?: string
) {
  yield* checkIdempotencyKey(idempotencyKey)
  const request = yield* Effect.fromResult(decodeTransitWallet(input))
  const idempotent = idempotentRequest(idempotencyKey, transitWalletForm, partnerId, request)
  const replay = (id: TransitWalletId) =>
    Effect.map(readWallet(parts, partnerId, id), ({ wallet }) => firstStanding(wallet)).pipe(
      // The owner of a claim was committed together with it.
      Effect.catchTag("NotFound", Effect.die)
    )
  const { replayed, value } = yield* parts.once(
    idempotent,
    openWallet(parts, partnerId, request, (id) => claimsOf(idempotent, id)),
    replay
  )
  return { ...value, replayed }
})

const openWallet = Effect.fnUntraced(function* (
  { commit, ids, networks, newAddress, settings }: Parts,
  partnerId: PartnerId,
  request: NewTransitWallet,
  claimsBeside: (id: TransitWalletId) => ReadonlyArray<Claim>
) {
  const network = yield* networks.find(request.network, "wallets")
  const { address, salt } = yield* newAddress(network)
  const wallet: TransitWallet = {
    id: yield* ids.prefixed(transitWalletPrefix),
    partnerId,
    label: request.label,
    network: network.name,
    currency: network.currency,
    address,
    addressSalt: salt,
    createdAt: yield* Clock.currentTimeMillis
  }
  const standing = firstStanding(wallet)
  const { createdAt: at, id } = wallet
  const event = { _tag: "TransitWalletOpened", order: wallet } as const
  yield* commit({
    aggregates: [{ _tag: "TransitWallet", state: wallet, expectedVersion: 0 }],
    claims: [
      // An address source that returns an address twice must not be trusted again.
      ownClaim(wallet, chainClaims.depositAddress, addressClaimKey(network.name, address)),
      ...claimsBeside(id)
    ],
    events: [{ partnerId, subjectId: id, version: 1, at, event }],
    announcements: [{ event, type: "wallet.created", object: () => transitWalletView(standing) }],
    jobs: [walletWatchJob(partnerId, id, at + settings.invoice.pollMillis)]
  })
  return standing
})

const readWallet = ({ reader }: Parts, partnerId: PartnerId, id: TransitWalletId) =>
  Effect.flatMap(reader.wallet(partnerId, id), orNotFound("wallet", id))

const listWallets = ({ lists }: Parts, partnerId: PartnerId, page: PageRequest) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => lists.page(walletList, { partnerId }, {}, page, now))

/** A wallet in its state after creation. */
const firstStanding = (wallet: TransitWallet): WalletStanding => ({
  _tag: "wallet",
  wallet,
  balanceMinor: 0n
})

/** Reads a wallet's address off its network. */
const walletWatchJob = (partnerId: PartnerId, walletId: TransitWalletId, dueAt: Instant): ScheduledJob => ({
  kind: transitJobs.watch,
  partnerId,
  subjectId: walletId,
  dueAt
})
