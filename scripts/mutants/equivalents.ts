import type { Mutant } from "./Mutant.ts"

/** Mutants that no test can notice, because the program does the same with them. */
interface Equivalent extends Pick<Mutant, "path" | "was" | "becomes"> {
  readonly why: string
}

const evm = "packages/adapters-evm/src"
const tron = "packages/adapters-tron/src"

const equivalents: ReadonlyArray<Equivalent> = [
  {
    path: `${evm}/send/planQueued.ts`,
    was: "estimate !== undefined",
    becomes: "true",
    why: "the type asks for it: there is an answer for each order"
  },
  {
    path: `${evm}/send/planQueued.ts`,
    was: 'invariant(estimate !== undefined, "what is checked was requested")',
    becomes: "",
    why: "the type asks for it: there is an answer for each order"
  },
  {
    path: `${evm}/send/spending.ts`,
    was: "limitMinor !== undefined && amountMinor > limitMinor",
    becomes: "amountMinor > limitMinor",
    why: "nothing is more than undefined"
  },
  {
    path: `${evm}/send/settleSlots.ts`,
    was: "forms.toReversed()",
    becomes: "forms",
    why: "one form of a slot at most has a receipt in the final blocks of one chain"
  },
  {
    path: `${evm}/send/signedFault.ts`,
    was: "r === undefined || s === undefined",
    becomes: "r === undefined",
    why: "a parsed transaction has both or none"
  },
  {
    path: `${evm}/send/signedFault.ts`,
    was: "r === undefined || s === undefined",
    becomes: "s === undefined",
    why: "a parsed transaction has both or none"
  },
  {
    path: `${evm}/watch/TokenTransfer.ts`,
    was: "topic !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(topic)",
    becomes: "/^0x0{24}[0-9a-f]{40}$/.test(topic)",
    why: "the word undefined is no address either"
  },
  {
    path: `${evm}/operate/compareDeposits.ts`,
    was: "balance !== undefined && left > balance",
    becomes: "left > balance",
    why: "the type asks for it: nothing is above undefined"
  },
  {
    path: `${evm}/operate/gasBudget.ts`,
    was: "count < BigInt(orders.length)",
    becomes: "count <= BigInt(orders.length)",
    why: "as many orders as there are, taken from the front, are all of them"
  },
  {
    path: `${evm}/operate/sweep.ts`,
    was: "1n",
    becomes: "0n",
    why: "an address with nothing is left out by its balance too"
  },
  {
    path: `${tron}/operate/energyBudget.ts`,
    was: "count < BigInt(orders.length)",
    becomes: "count <= BigInt(orders.length)",
    why: "as many orders as there are, taken from the front, are all of them"
  },
  {
    path: `${tron}/send/TronSenderOptions.ts`,
    was: "at !== undefined && Math.abs(now - at) < againMillis",
    becomes: "Math.abs(now - at) < againMillis",
    why: "a distance from undefined is not a number, and below nothing"
  },
  {
    path: `${tron}/send/provenExpired.ts`,
    was: "behind < 0",
    becomes: "false",
    why: "only a node that is behind the block itself gives this, and its time proves nothing"
  },
  {
    path: `${tron}/send/settleForms.ts`,
    was: "only === undefined",
    becomes: "false",
    why: "the type asks for it: nobody asks for the outcome of nothing"
  },
  {
    path: `${tron}/send/tronTrials.ts`,
    was: "jsonRpc === undefined",
    becomes: "false",
    why: "the type asks for it: both lists are of the same nodes"
  },
  {
    path: `${tron}/send/walletFunds.ts`,
    was: "energy > energyLeft",
    becomes: "energy >= energyLeft",
    why: "of equal amounts nothing is left to be bought"
  },
  {
    path: `${evm}/operate/gasBudget.ts`,
    was: "count < BigInt(orders.length)",
    becomes: "true",
    why: "more orders than there are, taken from the front, are all of them"
  },
  {
    path: `${tron}/operate/energyBudget.ts`,
    was: "count < BigInt(orders.length)",
    becomes: "true",
    why: "more orders than there are, taken from the front, are all of them"
  },
  {
    path: `${tron}/operate/energyBudget.ts`,
    was: "first === undefined",
    becomes: "false",
    why: "without orders none is affordable, whoever pays"
  },
  {
    path: `${tron}/send/outgoing.ts`,
    was: "scan === undefined || scanned !== addresses",
    becomes: "scanned !== addresses",
    why: "the type asks for it: before the first scan no addresses are scanned"
  },
  {
    path: `${tron}/send/provenExpired.ts`,
    was: "behind + referableBlocks",
    becomes: "behind - referableBlocks",
    why: "only a node that is behind the block itself gives this, and its time proves nothing"
  }
]

export const isEquivalent = (mutant: Mutant): boolean =>
  equivalents.some(
    ({ becomes, path, was }) => mutant.path === path && mutant.was === was && mutant.becomes === becomes
  )
