/** An element with what is in it. Names are without prefixes: a statement has one namespace. */
export interface XmlNode {
  readonly name: string
  readonly line: number
  readonly path: string
  readonly currency: string | undefined
  text: string
  readonly children: Array<XmlNode>
}

/** The few paths that are read, as their names. */
const namesByPath = new Map<string, ReadonlyArray<string>>()

const namesOf = (path: string): ReadonlyArray<string> => {
  const known = namesByPath.get(path)
  if (known !== undefined) return known
  const names = path.split("/")
  namesByPath.set(path, names)
  return names
}

/** Adds the elements at a path below a node. A statement has many entries, so nothing is made on the way. */
const collect = (node: XmlNode, names: ReadonlyArray<string>, depth: number, found: Array<XmlNode>): void => {
  for (const child of node.children)
    if (child.name === names[depth]) {
      if (depth === names.length - 1) found.push(child)
      else collect(child, names, depth + 1, found)
    }
}

/** The elements at a path below a node. */
export const nodesAt = (node: XmlNode, path: string): ReadonlyArray<XmlNode> => {
  const found: Array<XmlNode> = []
  collect(node, namesOf(path), 0, found)
  return found
}

export const nodeAt = (node: XmlNode, ...paths: ReadonlyArray<string>): XmlNode | undefined => {
  for (const path of paths) {
    const [first] = nodesAt(node, path)
    if (first !== undefined) return first
  }
  return undefined
}

/** The text at the first of these paths that has one. */
export const textAt = (node: XmlNode, ...paths: ReadonlyArray<string>): string | undefined => {
  for (const path of paths) {
    const [first] = textsAt(node, path)
    if (first !== undefined) return first
  }
  return undefined
}

export const textsAt = (node: XmlNode, path: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const { text } of nodesAt(node, path)) {
    const trimmed = text.trim()
    if (trimmed !== "") texts.push(trimmed)
  }
  return texts
}
