import { defaultNetworks } from "@quittance/core"
import {
  type AccountBalances,
  AuditReader,
  balanceOf,
  type CryptoTransfer,
  cryptoInvoice,
  cryptoTransfer,
  type IssuedCryptoInvoice,
  payout,
  payoutStatus,
  type RecordedDeposit,
  type RecordedPayout,
  restScale,
  totalMinor,
  transitDeposit,
  type WalletStanding
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { ChainTransfer } from "../outside/SimulatedChain.ts"
import type { Run } from "../Run.ts"
import { correctedMinor } from "./corrections.ts"

/**
 * The books of USDT drawn up a second time, from what happened outside: transfers on the networks, transfers that the
 * processing side made, and corrections that somebody asked for. Much simpler than the ledger, and of the same result.
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

/** The transfers at an address that count when all is settled. */
export const standing = ({ outside }: Run, { address, network }: Place): ReadonlyArray<ChainTransfer> =>
  outside.chain
    .at(network, address)
    .filter(({ amountMinor, dropped, rest }) => (amountMinor > 0n || rest > 0n) && !dropped)

/** Each rounded down by itself, as to a wallet. */
export const sumOf = (transfers: ReadonlyArray<Pick<ChainTransfer, "amountMinor">>): bigint =>
  transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/** Rounded down once, as to an invoice. */
export const wholeOf = (transfers: ReadonlyArray<Pick<ChainTransfer, "amountMinor" | "rest">>): bigint =>
  transfers.reduce((sum, { amountMinor, rest }) => sum + amountMinor * restScale + rest, 0n) / restScale

/** What every partner has is what came, less what left, and what was corrected. */
export const closeUsdtBooks = async (run: Run): Promise<void> => {
  const books = await readUsdtBooks(run)
  const invoices = books.invoices.map(({ order }) => order)
  const wallets = books.wallets.map(({ wallet }) => wallet)
  reportDuplicates(
    run,
    "address",
    [...invoices, ...wallets].map(({ address, network }) => `${network} ${address}`)
  )
  for (const partnerId of run.partnerIds) {
    const isOwn = (place: { readonly partnerId: string }) => place.partnerId === partnerId
    const received = [
      ...invoices.filter(isOwn).map((each) => wholeOf(standing(run, each))),
      ...wallets.filter(isOwn).map((each) => sumOf(standing(run, each)))
    ]
    checkPartner(
      run,
      partnerId,
      received.reduce((sum, each) => sum + each, 0n),
      books.payouts.filter(({ order }) => order.partnerId === partnerId),
      books.accounts.get(partnerId)
    )
  }
}

const checkPartner = (
  run: Run,
  partnerId: string,
  received: bigint,
  payouts: ReadonlyArray<RecordedPayout>,
  accounts: AccountBalances | undefined
): void => {
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
