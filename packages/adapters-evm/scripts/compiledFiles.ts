import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import solc from "solc"

/** Part of solc's standard JSON output. */
interface Output {
  readonly errors?: ReadonlyArray<{ readonly formattedMessage: string }>
  readonly contracts: {
    readonly [source: string]: { readonly [contract: string]: Contract }
  }
  readonly sources: { readonly [source: string]: { readonly ast: Node } }
}

interface Contract {
  readonly abi: ReadonlyArray<unknown>
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: {
      readonly object: string
      readonly immutableReferences: { readonly [id: string]: ReadonlyArray<{ readonly start: number }> }
    }
  }
}

/** Part of a node of the syntax tree. */
interface Node {
  readonly id?: number
  readonly name?: string
  readonly nodes?: ReadonlyArray<Node>
}

export interface CompiledFile {
  readonly path: string
  readonly text: string
}

/**
 * Fixed, so that the bytecode stays the same. `paris` runs on every network: later versions need opcodes that some
 * lack. On TRON too: its PUSH0 and MCOPY were voted on network by network, and what `paris` has beyond `london` is not
 * used.
 */
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  viaIR: true,
  evmVersion: "paris",
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: {
    "*": {
      "": ["ast"],
      "*": [
        "abi",
        "evm.bytecode.object",
        "evm.deployedBytecode.object",
        "evm.deployedBytecode.immutableReferences"
      ]
    }
  }
}

/** Where sources are and where what they become goes, relative to the package. */
interface Folder {
  readonly from: string
  readonly to: string
  /** The only contract that is wanted of these, and what stands in the place of what is there once. */
  readonly only?: { readonly name: string; readonly replaced: readonly [string, string] }
}

const folders: ReadonlyArray<Folder> = [
  { from: "contracts", to: "src/contracts" },
  { from: "contracts/simulated", to: "src/contracts" },
  // TRON creates contracts of CREATE2 with its own prefix; all else is the same.
  {
    from: "contracts",
    to: "../adapters-tron/src/contracts",
    only: { name: "ForwarderFactory", replaced: ['hex"ff"', 'hex"41"'] }
  },
  { from: "test/contracts", to: "test/contracts" },
  { from: "../testing/contracts", to: "../testing/src/chain/contracts" }
]

/** A file for each contract that can be deployed, as it must be in the repository. */
export const compiledFiles = (): ReadonlyArray<CompiledFile> => folders.flatMap(compiledFolder)

const inPackage = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const compiledFolder = ({ from, only, to }: Folder): ReadonlyArray<CompiledFile> => {
  const sources = readdirSync(inPackage(from))
    .filter((name) => name.endsWith(".sol"))
    .map((name) => {
      const source = readFileSync(inPackage(`${from}/${name}`), "utf8")
      const content = name === `${only?.name}.sol` ? withReplaced(source, only?.replaced ?? ["", ""]) : source
      return [name, { content }] as const
    })
  const input = { language: "Solidity", sources: Object.fromEntries(sources), settings }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  if (output.errors !== undefined)
    throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join("\n"))
  const names = immutableNames(Object.values(output.sources).map(({ ast }) => ast))
  return Object.values(output.contracts)
    .flatMap((contracts) => Object.entries(contracts))
    .filter(([name, { evm }]) => evm.bytecode.object !== "" && (only === undefined || name === only.name))
    .map(([name, contract]) => ({
      path: inPackage(`${to}/${name}.ts`),
      text: moduleOf(name, contract, names)
    }))
}

const withReplaced = (source: string, [before, after]: readonly [string, string]): string => {
  const parts = source.split(before)
  if (parts.length !== 2) throw new Error(`${before} is there ${parts.length - 1} times, not once`)
  return parts.join(after)
}

/** The names of everything that is declared, by id. */
const immutableNames = (nodes: ReadonlyArray<Node>): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap(({ id, name, nodes = [] }) => [[String(id), name ?? ""] as const, ...immutableNames(nodes)])
  )

const moduleOf = (name: string, { abi, evm }: Contract, names: ReadonlyMap<string, string>): string => {
  const { immutableReferences, object } = evm.deployedBytecode
  const immutables = Object.entries(immutableReferences).map(
    ([id, places]) => [names.get(id) ?? id, places.map(({ start }) => start)] as const
  )
  return `// Made by scripts/compile.ts: compile again instead of editing.
export const ${name} = {
  abi: [${abi.map((item) => `\n    ${JSON.stringify(item)}`).join()}
  ],
  /** Creates the contract; encoded constructor arguments are appended. */
  bytecode: "0x${evm.bytecode.object}",
  /** The contract's code, with zeros where its immutable values are. */
  runtimeCode: "0x${object}",
  /** The bytes at which 32 bytes of each immutable value begin. */
  immutables: ${JSON.stringify(Object.fromEntries(immutables))}
} as const
`
}
