/** A host that is named twice is one node. */
export const distinctHosts = <Node extends { readonly host: string }>(
  nodes: ReadonlyArray<Node>
): ReadonlyArray<Node> =>
  nodes.filter(({ host }, index) => nodes.findIndex((other) => other.host === host) === index)
