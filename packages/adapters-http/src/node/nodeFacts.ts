/** What is known of a request of `node:http` that the `Request` made of it cannot say. */
export interface NodeFacts {
  /** A `Request` has none of the methods that Fetch forbids. */
  readonly method: string
  /** Path and query as they were sent; parsing a URL normalises them, and a signature covers what was sent. */
  readonly target: string
  readonly remoteAddress: string
  /** Whether something has read the body already. */
  readonly body: "whole" | "taken"
}

const factsOf = new WeakMap<Request, NodeFacts>()

export const nodeFactsOf = (request: Request): NodeFacts | undefined => factsOf.get(request)

export const noteNodeFacts = (request: Request, facts: NodeFacts): Request => {
  factsOf.set(request, facts)
  return request
}
