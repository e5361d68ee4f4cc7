import {
  type AccountBalances,
  AuditReader,
  balanceOf,
  cryptoInvoice,
  type CryptoTransfer,
  cryptoTransfer,
  defaultNetworks,
  type IssuedCryptoInvoice,
  payout,
  payoutStatus,
  type RecordedDeposit,
  type RecordedPayout,
  totalMinor,
  transitDeposit,
  type WalletStanding
} from "@quittance/core"
import { Effect, Stream } from "effect"
import type { ChainTransfer } from "../outside/SimulatedChain.ts"
import type { Run } from "../Run.ts"
import { correctedMinor } from "./corrections.ts"

/**
 * The books of USDT drawn up a second time, from what happened outside: transfers on the networks, transfers that the processing
 * side made, and corrections that somebody asked for. Much simpler than the ledger, and of the same result.
 */

interface UsdtBooks {
  readonly payouts: ReadonlyArray<RecordedPayout>
  readonly invoices: ReadonlyArray<IssuedCryptoInvoice>
  /** By invoice. */
  readonly transfers: ReadonlyMap<string, ReadonlyArray<CryptoTransfer>>
  readonly wallets: ReadonlyArray<WalletStanding>
  readonly deposits: ReadonlyArray<RecordedDeposit>
  readonly accounts: ReadonlyMap<string, AccountBalances>
}

/** The store's own books, as of now. */
export const readUsdtBooks = (run: Run): Promise<UsdtBooks> =>
  run.look(
    Effect.scoped(
      Effect.gen(function* () {
        const snapshot = yield* (yield* AuditReader).snapshot
        const balances = yield* Stream.runCollect(snapshot.balances)
        return {
          accounts: new Map(
            balances
              .filter(({ currency }) => currency === "USDT")
              .map(({ accounts, partnerId }) => [partnerId, accounts])
          ),
          payouts: yield* Stream.runCollect(snapshot.states(payout)),
          invoices: yield* Stream.runCollect(snapshot.states(cryptoInvoice)),
          transfers: Map.groupBy(
            yield* Stream.runCollect(snapshot.states(cryptoTransfer)),
            ({ order }) => order.invoiceId
          ),
          wallets: yield* Stream.runCollect(snapshot.transitWallets),
          deposits: yield* Stream.runCollect(snapshot.states(transitDeposit))
        }
      })
    )
  )

export const reportDuplicates = (run: Run, what: string, keys: ReadonlyArray<string>): void => {
  if (new Set(keys).size < keys.length) run.say(`there is a second ${what} of the same key`)
}

type Place = Pick<ChainTransfer, "address" | "network">

/** The money at an address that counts when all is settled. */
export const standing = ({ outside }: Run, { address, network }: Place): ReadonlyArray<ChainTransfer> =>
  outside.chain.at(network, address).filter(({ amountMinor, dropped }) => amountMinor > 0n && !dropped)

export const sumOf = (transfers: ReadonlyArray<{ readonly amountMinor: bigint }>): bigint =>
  transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/** What every partner has is what came, less what left, and what was corrected. */
export const closeUsdtBooks = async (run: Run): Promise<void> => {
  const books = await readUsdtBooks(run)
  const places = [...books.invoices.map(({ order }) => order), ...books.wallets.map(({ wallet }) => wallet)]
  reportDuplicates(
    run,
    "address",
    places.map(({ address, network }) => `${network} ${address}`)
  )
  for (const partnerId of run.partnerIds)
    checkPartner(
      run,
      partnerId,
      places.filter((each) => each.partnerId === partnerId),
      books.payouts.filter(({ order }) => order.partnerId === partnerId),
      books.accounts.get(partnerId)
    )
}

const checkPartner = (
  run: Run,
  partnerId: string,
  places: ReadonlyArray<Place>,
  payouts: ReadonlyArray<RecordedPayout>,
  accounts: AccountBalances | undefined
): void => {
  const received = sumOf(places.flatMap((each) => standing(run, each)))
  const left = payouts
    .filter(({ order }) => run.outside.processor.transfersOf(order.reference).length > 0)
    .reduce((sum, { order }) => sum + order.amountMinor + feeOfNetwork(order.network), 0n)
  const expected = received - left + correctedMinor(run, partnerId)
  const { available = 0n, invoiceFees = 0n, payoutPending = 0n } = accounts ?? {}
  if (available + invoiceFees !== expected)
    run.say(
      `partner ${partnerId} has ${available} and paid ${invoiceFees} in fees; outside there are ${expected}`
    )
  if (payoutPending !== 0n) run.say(`partner ${partnerId} has ${payoutPending} reserved when all is settled`)
  const paidOut = payouts
    .filter((payout) => payoutStatus(payout) === "COMPLETED")
    .reduce((sum, { order }) => sum + totalMinor(order), 0n)
  if (accounts !== undefined && balanceOf(accounts).paidOutMinor !== paidOut)
    run.say(`partner ${partnerId} shows paidOut ${balanceOf(accounts).paidOutMinor}, not ${paidOut}`)
  run.world.note(partnerId, `ends with ${available}`)
}

const feeOfNetwork = (name: string): bigint =>
  defaultNetworks.find((network) => network.name === name)?.payoutFee.fixedMinor ?? 0n
