import type { Row } from "./methods.ts"

interface Tree {
  readonly [name: string]: Row | Tree
}

const isRow = (node: Row | Tree): node is Row => typeof node.name === "string"

/** Rows by their names. */
const treeOf = (rows: ReadonlyArray<Row>, depth = 0): Tree => {
  const byName = Map.groupBy(rows, ({ name }) => name.split(".")[depth] ?? "")
  return Object.fromEntries(
    [...byName].map(([name, below]) => {
      const [only] = below
      return [name, only?.name.split(".").length === depth + 1 ? only : treeOf(below, depth + 1)]
    })
  )
}

const pairs = ({ gives, isRepeatable, isSilent, items, keyHeader, operation, sends }: Row) => [
  ["method", operation.method],
  ["path", operation.path],
  ["proof", operation.caller === "partner" ? operation.proof : undefined],
  ["sends", sends?.as],
  ["keyHeader", keyHeader],
  ["repeatable", isRepeatable ? true : undefined],
  ["gives", gives],
  ["isSilent", isSilent ? true : undefined],
  ["items", items]
]

const rowText = (row: Row, start: string, indent: string): string => {
  const facts = pairs(row).flatMap(([name, value]) =>
    value === undefined ? [] : [`${String(name)}: ${JSON.stringify(value)}`]
  )
  const line = `${start} { ${facts.join(", ")} }`
  return line.length <= 109
    ? line
    : `${start} {\n${facts.map((fact) => `${indent}  ${fact}`).join(",\n")}\n${indent}}`
}

const treeText = (tree: Tree, indent: string): string => {
  const entries = Object.entries(tree).map(([name, node]) => {
    const start = `${indent}  ${name}:`
    return isRow(node) ? rowText(node, start, `${indent}  `) : `${start} ${treeText(node, `${indent}  `)}`
  })
  return `{\n${entries.join(",\n")}\n${indent}}`
}

/** The operations as the client reads them while it runs. */
export const tableText = (rows: ReadonlyArray<Row>): string =>
  `import type { OperationTree } from "../Operation.ts"

/** Every operation of the API, by the name under which a client has it. */
export const operationTable = ${treeText(treeOf(rows), "")} as const satisfies OperationTree
`
