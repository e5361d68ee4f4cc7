/** Facts of a `node:http` request that a `Request` cannot express. */
export interface NodeFacts {
  /** A `Request` cannot have the methods that Fetch forbids. */
  readonly method: string
  /** Path and query as sent; parsing a URL normalises them, and a signature covers what was sent. */
  readonly target: string
  readonly remoteAddress: string
  /** Whether the body was already read. */
  readonly body: "whole" | "taken"
  /** Whether the client is gone. */
  readonly isGone: () => boolean
}

const factsOf = new WeakMap<Request, NodeFacts>()

export const nodeFactsOf = (request: Request): NodeFacts | undefined => factsOf.get(request)

export const noteNodeFacts = (request: Request, facts: NodeFacts): Request => {
  factsOf.set(request, facts)
  return request
}
