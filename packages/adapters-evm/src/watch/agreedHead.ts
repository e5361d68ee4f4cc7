import { Effect, Result } from "effect"
import type { Block } from "../rpc/ChainData.ts"
import { RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { NodeFailure, TokenNode } from "./TokenNode.ts"
import type { WatchedNetwork, WatchedNode } from "./WatchedNetwork.ts"

/** The newest block that counts, and the nodes that are read up to it. */
export interface Source {
  readonly head: Block
  readonly node: TokenNode
  readonly other: TokenNode | undefined
  /** The host of `node`; undefined if one node replaces another. */
  readonly host: string | undefined
}

export type AgreedHead =
  | { readonly _tag: "Agreed"; readonly source: Source }
  /** The nodes have different blocks of this number. */
  | { readonly _tag: "Differ"; readonly blockNumber: number }

interface Voter {
  readonly each: WatchedNode
  readonly head: Block
}

/**
 * The newest block that enough nodes have. What one node alone calls the newest block counts no confirmation: it may
 * have invented it, or be on a branch of its own. If the first node has nothing new, the others are not asked. Fails
 * if too few answer.
 */
export const agreedHead = Effect.fnUntraced(function* (
  { agreeing, node, nodes, other }: WatchedNetwork,
  lastHash: string | undefined
): Effect.fn.Return<AgreedHead, NodeFailure> {
  if (agreeing === 1)
    return { _tag: "Agreed", source: { head: yield* node.head, node, other, host: undefined } }
  const voters: Array<Voter> = []
  let failure: NodeFailure | undefined
  let differsAt: number | undefined
  for (const each of nodes) {
    const answer = yield* Effect.result(each.node.head)
    if (Result.isFailure(answer)) {
      failure = answer.failure
      continue
    }
    voters.push({ each, head: answer.success })
    const [first] = voters
    if (first?.head.hash === lastHash) return sourceOf(first, undefined, answer.success)
    if (voters.length < agreeing) continue
    const elected = yield* electedBy(voters, agreeing)
    if ("blockNumber" in elected) differsAt = elected.blockNumber
    else return sourceOf(elected.voters[0], elected.voters[1], elected.head)
  }
  if (differsAt !== undefined) return { _tag: "Differ", blockNumber: differsAt }
  return yield* tooFew(voters.length, agreeing, failure)
})

/** How many nodes must agree: as many as are configured, by their hosts, and at most two, unless it is set. */
export const agreeingOf = (
  nodes: ReadonlyArray<{ readonly host: string }>,
  set: number | undefined
): number => set ?? Math.min(2, new Set(nodes.map(({ host }) => host)).size)

const sourceOf = (first: Voter | undefined, second: Voter | undefined, head: Block): AgreedHead => {
  if (first === undefined) throw new Error("somebody voted")
  const { host, node } = first.each
  return { _tag: "Agreed", source: { head, node, other: second?.each.compared, host } }
}

/** The block at the greatest height that enough of the voters have reached, if enough have the same there. */
const electedBy = Effect.fnUntraced(function* (voters: ReadonlyArray<Voter>, agreeing: number) {
  const heights = voters.map(({ head }) => head.number).toSorted((a, b) => b - a)
  const number = Math.min(...heights.slice(0, agreeing))
  const groups = new Map<string, { readonly head: Block; readonly voters: Array<Voter> }>()
  for (const voter of voters) {
    if (voter.head.number < number) continue
    const asked = voter.head.number === number ? Effect.succeed(voter.head) : voter.each.node.block(number)
    const answer = yield* Effect.result(asked)
    if (Result.isFailure(answer)) continue
    const block = answer.success
    // Its parent is part of what is agreed on: with it each block before it.
    const name = `${block.hash} ${block.parentHash}`
    const group = groups.get(name) ?? { head: block, voters: [] }
    group.voters.push(voter)
    groups.set(name, group)
    if (group.voters.length >= agreeing) return group
  }
  return { blockNumber: number }
})

const tooFew = (answered: number, agreeing: number, failure: NodeFailure | undefined) => {
  const wanted = `${answered} of the ${agreeing} nodes that must agree ${answered === 1 ? "answers" : "answer"}, and deposits wait`
  if (failure?._tag === "RpcUnavailable") {
    const { host, kind, method, reason } = failure
    return Effect.fail(new RpcUnavailable({ host, kind, method, reason: `${reason} (${wanted})` }))
  }
  const reason = failure === undefined ? wanted : `${failure._tag} (${wanted})`
  return Effect.fail(
    new RpcUnavailable({ host: failure?.host ?? "", method: "eth_getBlockByNumber", kind: "refused", reason })
  )
}
