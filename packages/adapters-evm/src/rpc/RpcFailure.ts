import { Schema } from "effect"

/**
 * No node gave a usable answer. Nothing is known about the request: a broadcast may have arrived. Never contains
 * credentials or the path of a URL.
 *
 * - `unreachable`: no connection
 * - `cutOff`: the connection ended before the answer did
 * - `timeout`, `status`: no answer in time, an HTTP status instead of an answer
 * - `login`: the node wants a login, or refuses the one that it got
 * - `limited`: too many requests (429), or none at all for now (403)
 * - `tooLarge`: the answer is too long
 * - `malformed`: it is not an answer of this method, or answers another request
 * - `wrongChain`: the node belongs to another network
 * - `unsupported`: it does not have the method, or never had the data
 * - `refused`: any other error of the node
 */
export class RpcUnavailable extends Schema.TaggedError<RpcUnavailable>()("RpcUnavailable", {
  host: Schema.String,
  method: Schema.String,
  kind: Schema.Literals([
    "unreachable",
    "cutOff",
    "timeout",
    "status",
    "login",
    "limited",
    "tooLarge",
    "malformed",
    "wrongChain",
    "unsupported",
    "refused"
  ]),
  reason: Schema.String
}) {}

/** The node limits how many blocks or logs one request may span: ask for less. */
export class TooMuch extends Schema.TaggedError<TooMuch>()("TooMuch", {
  host: Schema.String,
  reason: Schema.String
}) {}

/** No node has this block: a reorganisation replaced it, or the nodes have not seen it yet. */
export class BlockUnknown extends Schema.TaggedError<BlockUnknown>()("BlockUnknown", {
  host: Schema.String,
  /** Its hash or number. */
  block: Schema.String
}) {}

/** The contract reverts. */
export class CallReverted extends Schema.TaggedError<CallReverted>()("CallReverted", {
  host: Schema.String,
  reason: Schema.String
}) {}

/**
 * The node does not take a transaction. Only `alreadyKnown` says that it has this one. The others do not say that it
 * will never be mined: another node may have it, and after `nonceTooLow` it may be the one that was mined.
 */
export class BroadcastRefused extends Schema.TaggedError<BroadcastRefused>()("BroadcastRefused", {
  host: Schema.String,
  kind: Schema.Literals(["alreadyKnown", "nonceTooLow", "underpriced", "insufficientFunds", "other"]),
  reason: Schema.String
}) {}

/** An error that a node answered with. Each method turns it into one of the failures above. */
export class NodeError extends Schema.TaggedError<NodeError>()("NodeError", {
  host: Schema.String,
  method: Schema.String,
  code: Schema.Number,
  /** The HTTP status of the response. */
  status: Schema.Number,
  reason: Schema.String
}) {}
