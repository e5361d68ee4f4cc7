import { ChainOperators, type ChainStatus, type WalletStatus } from "@quittance/adapters-evm"
import { formatMinor } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printFacts, printJson, printLine, printTable } from "./print.ts"

/** `quittance chain status`: shows how far the network was read, and what its wallets hold and send. */
export const run: RunCommand = (input) => {
  const tell = Effect.gen(function* () {
    const operators = yield* ChainOperators
    const status = yield* operators.status(input.required("--network"))
    if (input.has("--json")) printJson(statusJson(status))
    else printStatus(status)
    return 0
  })
  return onChain(input, tell)
}

/** The coin that pays for gas has 18 decimals on every network of this kind. */
const coinText = (wei: string): string => {
  const digits = wei.padStart(19, "0")
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "")
}

const walletJson = ({ address, coinWei, minedCount, signedCount, tokenMinor }: WalletStatus) => ({
  address,
  coin: coinText(coinWei),
  token: formatMinor(tokenMinor, "USDT"),
  minedCount,
  signedCount
})

const statusJson = ({ spentMinor, wallets, ...status }: ChainStatus) => ({
  ...status,
  spent: coinText(`${spentMinor}000000000`),
  wallets: wallets.map(walletJson)
})

/** Without it the network gives out no address. */
const noFactory = (network: string, earlier: string | null): string =>
  earlier === null
    ? `none: quittance chain deploy --network ${network}`
    : `none for this treasury (${earlier} belongs to another one): quittance chain deploy --network ${network}`

const printStatus = (status: ChainStatus): void => {
  const {
    chainId,
    earlierFactory,
    factory,
    head,
    isPaused,
    network,
    nodes,
    open,
    queued,
    readTo,
    spent,
    treasury,
    wallets
  } = statusJson(status)
  printLine(`${network} is ${isPaused ? "paused: nothing is signed" : "active"}.\n`)
  printFacts([
    ["Chain id", String(chainId)],
    ["Newest block", String(head)],
    ...nodes.map(({ fault, head, host }): [string, string] => [`Node ${host}`, fault ?? `block ${head}`]),
    ["Read up to", readTo === null ? "nothing yet" : String(readTo)],
    ["Factory", factory ?? noFactory(network, earlierFactory)],
    ["Treasury", treasury],
    ["To be signed", String(queued)],
    ["Not final yet", String(open)],
    ["Spent on gas", spent]
  ])
  printLine()
  if (wallets.length === 0) printLine(`It has no wallet: quittance wallet create --network ${network}`)
  else
    printTable(
      ["WALLET", "GAS COIN", "USDT", "MINED", "SIGNED"],
      wallets.map(({ address, coin, minedCount, signedCount, token }) => [
        ...[address, coin, token],
        ...[String(minedCount), String(signedCount)]
      ])
    )
}
