import type { BlockUnknown, RpcUnavailable, TooMuch } from "./RpcFailure.ts"

/** These would be the answer to one block as well. */
const ofTheNode: ReadonlySet<RpcUnavailable["kind"]> = new Set([
  "unreachable",
  "login",
  "limited",
  "wrongChain",
  "unsupported"
])

/**
 * Whether a node may answer if it is asked about fewer blocks. Nodes refuse large ranges in many ways: in words that
 * differ by program and provider, with a status, a web page, half an answer, or silence. So everything may be such a
 * refusal that is not proven to be something else. A limit of requests is proven, but some nodes word a limit of
 * blocks like one: ask for less later.
 */
export const mayBeTooMuch = (failure: BlockUnknown | RpcUnavailable | TooMuch): boolean =>
  failure._tag !== "RpcUnavailable" || !ofTheNode.has(failure.kind)

/** Whether it is a limit of requests, or worded like one. */
export const isLimited = (failure: BlockUnknown | RpcUnavailable | TooMuch): boolean =>
  failure._tag === "RpcUnavailable" && failure.kind === "limited"
