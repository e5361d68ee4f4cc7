import { plainReason } from "@quittance/core/adapter"
import {
  BlockUnknown,
  BroadcastRefused,
  CallReverted,
  type NodeError,
  RpcUnavailable,
  TooMuch
} from "./RpcFailure.ts"

/**
 * What an error of a node means. Codes are used for too many things to be of use. The words differ by the node's
 * program and its provider; they are listed here as they were seen. What a range of blocks that is too large needs
 * does not depend on words: see `mayBeTooMuch`.
 */

const limitedPattern =
  /too many requests|\brate\b|rate.?limit|request (?:count|limit)|per (?:second|minute|day)|daily|quota|credits|capacity|throughput|compute units|computing resources|throttl/i

const tooMuchPattern =
  /more than \d|block range|range limit|max(?:imum)?\s+(?:block )?range|range (?:is )?too|ranges? over|exceeds? (?:the )?(?:max|range|limit)|max results|too (?:large|wide|many|big)|response size|limited to|limit exceeded|limit the query|up to an? .*range|query timeout|timed? ?out/i

const blockUnknownPattern =
  /unknown (?:block|header)|(?:block|header)\b.{0,90}\bnot found|could not find block|beyond (?:the )?(?:current )?head|after last accepted block|greater than (?:the )?(?:latest|head|current)/i

const prunedPattern =
  /missing trie node|\bprun(?:ed|ing)\b|historical state|state history|data before .{1,40} is not available/i

/** The contract ended the call, or its code cannot be carried out. Too little gas is not meant: a node may limit it. */
const revertedPattern =
  /revert|invalid.?(?:fe)?.?opcode|bad (?:instruction|jump)|invalid jump|stack (?:under|over)flow/i

const broadcastPatterns = [
  [
    "alreadyKnown",
    /already.?known|known transaction|already (?:been )?(?:imported|in|exists|submitted)|duplicate/i
  ],
  ["nonceTooLow", /nonce.{0,12}too.?low|old.?nonce|nonce (?:is )?already used/i],
  [
    "underpriced",
    /underpriced|fee.?too.?low|price (?:is )?too low|below (?:the )?(?:configured )?min|minimum needed|less than (?:the )?(?:block )?base ?fee|replacement.?not.?allowed|could not replace|max fee per gas less/i
  ],
  [
    "insufficientFunds",
    /insufficient.?(?:funds|balance)|exceeds (?:account|sender'?s?) balance|not enough (?:funds|balance)/i
  ]
] as const

const isLimited = ({ reason, status }: NodeError): boolean => status === 429 || limitedPattern.test(reason)

/** The code of JSON-RPC for an unknown method (section 5.1). */
const unknownMethod = -32601

/** Any error of a node, whatever the call. */
export const unavailableOf = (error: NodeError): RpcUnavailable => {
  const { code, host, method, reason, status } = error
  const kind =
    isLimited(error) || status === 403 ? "limited" : code === unknownMethod ? "unsupported" : "refused"
  const sentence = prunedPattern.test(reason) ? `it does not keep data that old (${reason})` : reason
  return new RpcUnavailable({ host, method, reason: sentence, kind })
}

/** An error of a call for the logs of a block, or of all blocks up to it. */
export const logsFailure = (error: NodeError, block: string): BlockUnknown | RpcUnavailable | TooMuch => {
  const { host, reason } = error
  if (blockUnknownPattern.test(reason)) return new BlockUnknown({ host, block })
  if (!isLimited(error) && tooMuchPattern.test(reason)) return new TooMuch({ host, reason })
  return unavailableOf(error)
}

export const callFailure = (error: NodeError): CallReverted | RpcUnavailable => {
  const { code, host, reason } = error
  return code === 3 || revertedPattern.test(reason)
    ? new CallReverted({ host, reason: plainReason(reason) })
    : unavailableOf(error)
}

export const broadcastFailure = (error: NodeError): BroadcastRefused | RpcUnavailable => {
  const { host, reason } = error
  const known = broadcastPatterns.find(([, pattern]) => pattern.test(reason))
  if (known !== undefined) return new BroadcastRefused({ host, reason, kind: known[0] })
  const failure = unavailableOf(error)
  return failure.kind === "limited" ? failure : new BroadcastRefused({ host, reason, kind: "other" })
}
