import { ChainNetworks, type ChainStatusView, chainStatusView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { onChain } from "./onChain.ts"
import { printFacts, printJson, printLine, printTable } from "./print.ts"

/** `quittance chain status`: shows how far the network was read, and what its wallets hold and send. */
export const run: RunCommand = (input) => {
  const tell = Effect.gen(function* () {
    const chains = yield* ChainNetworks
    const status = chainStatusView(yield* chains.status(input.required("--network")))
    if (input.has("--json")) printJson(status)
    else printStatus(status)
    return 0
  })
  return onChain(input, tell)
}

/** Without it the network gives out no address. */
const noFactory = (network: string, earlier: string | null): string =>
  earlier === null
    ? `none: quittance chain deploy --network ${network}`
    : `none for this treasury (${earlier} belongs to another one): quittance chain deploy --network ${network}`

const printStatus = ({
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
}: ChainStatusView): void => {
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
