import type { ChainWait } from "./ChainCursor.ts"

/**
 * What payouts on a network wait for, for operators, as a sentence without its end; `why` the nodes do not help, if
 * that is known.
 */
export const payoutWaitText = (network: string, code: ChainWait["code"], why?: string): string => {
  const status = `quittance chain status --network ${network} shows what they have`
  switch (code) {
    case "money":
      return `payouts on ${network} wait: the wallets have too little of the token. ${status}`
    case "gas":
      return `payouts on ${network} wait: the wallets have too little of the network's coin to pay for gas. ${status}`
    case "limit":
      return `payouts on ${network} wait: a limit of the configuration is reached (maxPayout, maxPayoutPerHour or maxPayoutPerDay)`
    case "node":
      return `payouts on ${network} wait for its nodes: ${why ?? "they do not answer, or refuse what is asked"}`
  }
}

/** The same of a network that an operator stopped. */
export const pausedText = (network: string): string =>
  `${network} is paused: nothing is signed until quittance chain resume --network ${network}`
