import { Option, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { added, count, flag, instant, optional, packed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** A block by which a reorganisation is recognised. */
const Block = Schema.Struct({ number: Schema.Int, hash: Schema.String })
export interface ChainBlock extends Schema.Schema.Type<typeof Block> {}

/** How many of the latest blocks are remembered by their hash. A deeper reorganisation is not followed but reported. */
export const rememberedBlocksMax = 256

/** The latest blocks, each above the one before it. */
const blocks = packed<ReadonlyArray<ChainBlock>>(Schema.Array(Block), {
  pack: (all) => JSON.stringify(all.map(({ hash, number }) => [number, hash])),
  unpack: (text) =>
    (JSON.parse(text) as ReadonlyArray<readonly [number, string]>).map(([number, hash]) => ({ number, hash }))
})

/** How far the watcher of a network has read. A network owns what is stored about it, as a partner does. */
export const chainCursor = record({
  name: "ChainCursor",
  noun: "cursor",
  table: "chain_cursors",
  fixed: {
    /** The network's name. */
    id: text,
    /** The first block that was read: earlier money is not seen. */
    firstBlock: count,
    createdAt: instant
  },
  changing: {
    /** The last block that was read. */
    blockNumber: count,
    /** The blocks up to it, oldest first. */
    blocks,
    updatedAt: instant
  },
  indexes: {}
})

export interface ChainCursor extends RecordOf<typeof chainCursor> {}

/** What payouts and deposits of a network wait for. */
export const chainWaitCodes = ["money", "gas", "limit", "node"] as const

/** Work that waits, since when. Every process of a deployment shall know it, and one does the work. */
const Wait = Schema.Struct({
  work: Schema.Literals(["payouts", "deposits"]),
  code: Schema.Literals(chainWaitCodes),
  since: Schema.Int
})
export interface ChainWait extends Schema.Schema.Type<typeof Wait> {}

/**
 * Operators' settings of a network, and what its work waits for. Its id is not the network's name, because the cursor
 * has that id, and an audit distinguishes the subjects of events by their ids.
 */
export const chainSetup = record({
  name: "ChainSetup",
  noun: "network setup",
  table: "chain_setups",
  fixed: {
    id: text,
    /** The network's name. */
    partnerId: text,
    createdAt: instant
  },
  changing: {
    /** An operator stopped all transactions of its wallets. */
    isPaused: flag,
    /** The contract that creates deposit addresses and empties them into the treasury; none before it is deployed. */
    factory: optional(text),
    /** None if nothing ever waited, as in stores of earlier versions. */
    waits: added(17, optional(packed<ReadonlyArray<ChainWait>>(Schema.Array(Wait)))),
    /** When an operator last changed something. */
    updatedAt: instant
  },
  indexes: {}
})

export interface ChainSetup extends RecordOf<typeof chainSetup> {}

export const chainSetupId = (network: string): string => `setup-${network}`

export type ChainSetupEvent =
  | { readonly _tag: "ChainBegun"; readonly at: Instant }
  | { readonly _tag: "ChainPaused"; readonly at: Instant }
  | { readonly _tag: "ChainResumed"; readonly at: Instant }
  | { readonly _tag: "ChainFactoryRecorded"; readonly factory: string; readonly at: Instant }
  | { readonly _tag: "ChainWaitsChanged"; readonly waits: ReadonlyArray<ChainWait>; readonly at: Instant }

/** What this work of a network waits for, with since when. */
export const waitsOf = (
  setup: Option.Option<ChainSetup>,
  work: ChainWait["work"]
): ReadonlyMap<ChainWait["code"], Instant> =>
  new Map(
    Option.match(
      Option.flatMap(setup, ({ waits }) => waits),
      {
        onNone: () => [],
        onSome: (all) => all.flatMap((each) => (each.work === work ? [[each.code, each.since] as const] : []))
      }
    )
  )

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainCursor: ChainCursor
    readonly ChainSetup: ChainSetup
  }
  interface EventsByConcept {
    readonly ChainCursor: { readonly _tag: "ChainRead"; readonly blockNumber: number; readonly at: Instant }
    readonly ChainSetup: ChainSetupEvent
  }
}

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
