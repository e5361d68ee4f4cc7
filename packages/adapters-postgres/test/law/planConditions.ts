/** Reading the plan of a statement as EXPLAIN tells it. */

export interface PlanNode {
  readonly "Node Type": string
  readonly Operation?: string
  readonly "Relation Name"?: string
  readonly Alias?: string
  readonly Output?: ReadonlyArray<string>
  readonly "Index Cond"?: string
  readonly "Recheck Cond"?: string
  readonly Filter?: string
  readonly "Join Filter"?: string
  readonly "Hash Cond"?: string
  readonly "Merge Cond"?: string
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** The index behind the parenthesis or the quoted text that begins at `at`. */
const behind = (text: string, at: number): number => {
  if (text[at] === "'" || text[at] === '"') return text.indexOf(text[at], at + 1) + 1 || text.length
  if (text[at] !== "(") return at + 1
  let next = at + 1
  while (next < text.length && text[next] !== ")") next = behind(text, next)
  return next + 1
}

/** What must all be true for a condition to be: `((a = $1) AND ((b = 1) OR (c = 2)))` has two parts. */
export const conjunctsOf = (condition: string): ReadonlyArray<string> => {
  const text = condition.trim()
  const isWrapped = text.startsWith("(") && behind(text, 0) === text.length
  if (isWrapped) return conjunctsOf(text.slice(1, -1))
  const parts: Array<string> = []
  let from = 0
  for (let at = 0; at < text.length; at = behind(text, at)) {
    if (!text.startsWith(" AND ", at)) continue
    parts.push(text.slice(from, at))
    from = at + " AND ".length
  }
  return parts.length === 0 ? [text] : [...parts, text.slice(from)].flatMap(conjunctsOf)
}

const partsOf = (...conditions: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  conditions.flatMap((each) => (each === undefined ? [] : conjunctsOf(each)))

/** A node with what its rows fulfil. */
export interface ConditionedNode {
  readonly node: PlanNode
  /** Of the node itself: no other row is taken. */
  readonly own: ReadonlyArray<string>
  /** Of the joins above it. */
  readonly joined: ReadonlyArray<string>
}

export const conditionedNodes = (
  node: PlanNode,
  joined: ReadonlyArray<string> = []
): ReadonlyArray<ConditionedNode> => {
  const below = [...joined, ...partsOf(node["Join Filter"], node["Hash Cond"], node["Merge Cond"])]
  return [
    { node, own: partsOf(node["Index Cond"], node["Recheck Cond"], node.Filter), joined },
    ...(node.Plans ?? []).flatMap((part) => conditionedNodes(part, below))
  ]
}
