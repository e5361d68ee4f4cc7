import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { chainClaims, transferClaimKey } from "../../concepts/chain/chainNames.ts"
import { DepositAddresses, DepositAddressesUnavailable } from "../../concepts/chain/DepositAddresses.ts"
import { addressOfBytes } from "../../concepts/network/Address.ts"
import { canonicalTxHash, txHashSpellings } from "../../concepts/network/TransactionHash.ts"
import { findNetwork, Settings } from "../../concepts/settings/Settings.ts"
import { sha256 } from "../../kernel/digest/sha256.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import { ClaimTaken, type StoreUnavailable } from "../../kernel/ports/Store.ts"

/** A transfer on the simulated chain. It has `height − block + 1` confirmations. */
const ChainTransfer = Schema.Struct({
  network: Schema.String,
  address: Schema.String,
  txHash: Schema.String,
  logIndex: Schema.Int,
  amountMinor: Schema.String,
  /** As in `TokenAmount`; nothing if it is left out. */
  rest: Schema.optionalKey(Schema.String),
  block: Schema.Int,
  seenAt: Schema.Int,
  dropped: Schema.Boolean
})
export type ChainTransfer = typeof ChainTransfer.Type

const decodeTransfer = Schema.decodeUnknownSync(Schema.fromJsonString(ChainTransfer))

/** The start height of every simulated network, so that a transfer can be old. */
const firstHeight = 1_000_000

/** A transfer that a sandbox caller puts on the chain. */
export interface SandboxDeposit {
  readonly network: string
  readonly address: string
  readonly txHash: string
  readonly logIndex: number
  readonly amountMinor: bigint
  /** What a token with more decimals moves beyond that, as in `TokenAmount`. */
  readonly rest?: bigint
  readonly confirmations: number
}

/** Simulated networks: their state is kept in the store, separate from the books. */
export class SandboxChain extends Context.Service<
  SandboxChain,
  {
    /**
     * Puts a transfer on the chain. An existing one gets these confirmations, and comes back if it was
     * dropped; another transfer with the same transaction and log index is refused.
     */
    readonly deposit: (deposit: SandboxDeposit) => Effect.Effect<ChainTransfer, ClaimTaken | StoreUnavailable>
    readonly addBlocks: (network: string, count: number) => Effect.Effect<void, StoreUnavailable>
    /**
     * Drops transfers of a transaction by a reorganisation, by default all; returns them, or none if the
     * transaction is unknown.
     */
    readonly drop: (
      txHash: string,
      isMeant?: (transfer: ChainTransfer) => boolean
    ) => Effect.Effect<ReadonlyArray<ChainTransfer>, StoreUnavailable>
    readonly byTransaction: (txHash: string) => Effect.Effect<ReadonlyArray<ChainTransfer>, StoreUnavailable>
    /** Addresses of a network with transfers that are not dropped. */
    readonly addresses: (network: string) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()("@quittance/core/reference/sandbox/SandboxChain") {
  /** The chain, and its deposit addresses. */
  static readonly layer: Layer.Layer<SandboxChain | DepositAddresses, never, SandboxStore> =
    Layer.effectContext(
      Effect.gen(function* () {
        const store = yield* SandboxStore
        const settings = yield* Settings

        const height = (network: string) =>
          Effect.map(store.get("chain", network), (found) =>
            Number(Option.getOrElse(found, () => String(firstHeight)))
          )

        const list = (prefix: string) =>
          Effect.map(store.list("transfer", prefix), (records) =>
            records.map(({ value }) => decodeTransfer(value))
          )

        // Each transfer is stored twice: by address, for the books, and by transaction, for reorganisations.
        const write = (transfer: ChainTransfer) => {
          const { address, logIndex, network, txHash } = transfer
          const value = JSON.stringify(transfer)
          return Effect.andThen(
            store.put("transfer", `address/${network}/${address}/${txHash}/${logIndex}`, value),
            store.put("transfer", `transaction/${txHash}/${network}/${logIndex}`, value)
          )
        }

        const byTransaction = (txHash: string) =>
          Effect.map(
            Effect.forEach(txHashSpellings(txHash), (spelling) => list(`transaction/${spelling}/`)),
            (found) => found.flat()
          )

        const deposit = Effect.fn("SandboxChain.deposit")(function* (asked: SandboxDeposit) {
          const format = findNetwork(settings, asked.network)?.addressFormat
          const request =
            format === undefined ? asked : { ...asked, txHash: canonicalTxHash(format, asked.txHash) }
          const { amountMinor, confirmations, rest = 0n, ...place } = request
          const amount = {
            amountMinor: amountMinor.toString(),
            ...(rest === 0n ? {} : { rest: rest.toString() })
          }
          const known = (yield* byTransaction(request.txHash)).find(
            (each) => each.network === request.network && each.logIndex === request.logIndex
          )
          if (
            known !== undefined &&
            (known.address !== request.address ||
              known.amountMinor !== amount.amountMinor ||
              known.rest !== amount.rest)
          ) {
            const key = transferClaimKey(request.network, request.txHash, request.logIndex)
            return yield* new ClaimTaken({
              taken: [{ scope: chainClaims.transfer.name, key, ownerId: "another transfer" }]
            })
          }
          const block = (yield* height(request.network)) - confirmations + 1
          const seenAt = yield* Clock.currentTimeMillis
          const transfer: ChainTransfer =
            known === undefined
              ? { ...place, ...amount, block, seenAt, dropped: false }
              : { ...known, block, dropped: false }
          yield* write(transfer)
          return transfer
        })

        const drop = Effect.fn("SandboxChain.drop")(function* (
          txHash: string,
          isMeant: (transfer: ChainTransfer) => boolean = () => true
        ) {
          const transfers = (yield* byTransaction(txHash)).filter(isMeant)
          yield* Effect.forEach(transfers, (transfer) => write({ ...transfer, dropped: true }), {
            discard: true
          })
          return transfers
        })

        const chain = SandboxChain.of({
          deposit,
          addBlocks: (network, count) =>
            Effect.flatMap(height(network), (now) => store.put("chain", network, String(now + count))),
          drop,
          byTransaction,
          addresses: (network) =>
            Effect.map(list(`address/${network}/`), (transfers) => [
              ...new Set(transfers.filter(({ dropped }) => !dropped).map(({ address }) => address))
            ])
        })

        const unreachable = (failure: StoreUnavailable) =>
          new DepositAddressesUnavailable({ reason: failure.reason })

        const addresses = DepositAddresses.of({
          derive: (network, salt) => {
            const format = findNetwork(settings, network)?.addressFormat
            return format === undefined
              ? Effect.fail(new DepositAddressesUnavailable({ reason: `there is no network ${network}` }))
              : Effect.succeed(
                  addressOfBytes(format, sha256(`quittance sandbox/${network}/${salt}`).slice(0, 20))
                )
          },
          transfers: (network, address) =>
            Effect.gen(function* () {
              const transfers = yield* list(`address/${network}/${address}/`)
              if (transfers.length === 0) return []
              const now = yield* height(network)
              return transfers.map(({ amountMinor, block, dropped, logIndex, rest, seenAt, txHash }) => ({
                txHash,
                logIndex,
                amountMinor: BigInt(amountMinor),
                ...(rest === undefined ? {} : { rest: BigInt(rest) }),
                confirmations: Math.max(0, now - block + 1),
                seenAt,
                dropped
              }))
            }).pipe(Effect.mapError(unreachable))
        })

        return Context.make(SandboxChain, chain).pipe(Context.add(DepositAddresses, addresses))
      })
    )
}
