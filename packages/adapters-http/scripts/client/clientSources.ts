import { errorCodes } from "../../src/refusal/ErrorCode.ts"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { inOrderOfNames, methodOf, type Row, readRows } from "./methods.ts"
import { sharedShapes } from "./sharedShapes.ts"
import { makeTypeBook } from "./TypeBook.ts"
import { tableText } from "./tableText.ts"
import { comment, pascal } from "./words.ts"

/** A file of `packages/client/src/operations`. */
export interface ClientSource {
  readonly name: string
  readonly text: string
}

/** The file and interface of the calls of a resource: `crypto.payouts` → `CryptoPayoutsCalls`. */
const interfaceOf = (resource: string): string => `${pascal(resource)}Calls`

/** The file of what they take and give. Calls name it, and not the other way round. */
const recordsOf = (resource: string): string => pascal(resource)

const resourceOf = ({ name }: Row): string => name.split(".").slice(0, -1).join(".")

/** A resource, the groups it is in, and itself. */
const withGroups = (resource: string): ReadonlyArray<string> =>
  resource.split(".").map((_, index, parts) => parts.slice(0, index + 1).join("."))

/** What the client has of the operations: their table, the types of what they take and give, and the error codes. */
export const clientSources = (operations: ReadonlyArray<ApiOperation>): ReadonlyArray<ClientSource> => {
  // An operator has no client: its key opens nothing of these.
  const rows = operations.filter(({ caller }) => caller !== "operator").flatMap(readRows)
  const types = makeTypeBook(
    sharedShapes(rows.flatMap(({ answer, sends }) => [answer, ...(sends ? [sends.schema] : [])]))
  )
  const resources = [...new Set(rows.map(resourceOf).flatMap(withGroups))]
  const written = resources.map((resource) => {
    const name = interfaceOf(resource)
    const own = rows.filter((row) => resourceOf(row) === resource)
    const methods = new Map(
      inOrderOfNames(own).map((row) => {
        types.startFile(`${recordsOf(resource)}${row.name.endsWith(".history") ? "History" : ""}`)
        return [row, methodOf(row, types)]
      })
    )
    const below = resources.filter(
      (other) => other.startsWith(`${resource}.`) && !other.slice(resource.length + 1).includes(".")
    )
    const members = below.map((other) => {
      const said = comment([`The calls of \`client.${other}\`.`], "  ")
      return `${said}  readonly ${other.slice(resource.length + 1)}: ${interfaceOf(other)}\n`
    })
    const body = [...members, ...own.map((row) => methods.get(row) ?? "")].join("\n")
    const said = comment([`The calls of \`client.${resource}\`.`], "")
    return { name, text: `${said}export interface ${name} {\n${body}}\n` }
  })
  const groups = resources.filter((resource) => !resource.includes("."))
  const declared = types.declared()
  const records = [...Map.groupBy(declared, ({ file }) => file)].map(([name, all]) => ({
    name,
    text: all.map(({ text }) => text).join("\n")
  }))
  const files = [...records, ...written]
  const homes = new Map([
    ...written.map(({ name }) => [name, `./${name}.ts`] as const),
    ...declared.map(({ file, name }) => [name, `./${file}.ts`] as const),
    ["CallOptions", "../ClientOptions.ts"] as const,
    ["KeyedCallOptions", "../ClientOptions.ts"] as const,
    ["FileSource", "../FileSource.ts"] as const,
    ["Listing", "../Listing.ts"] as const
  ])
  const sources = files.map(({ name, text }) => ({
    name: `${name}.ts`,
    text: `${importsOf(text, `./${name}.ts`, homes)}${text}`
  }))
  const exported = [...sources.map(({ name }) => name), "ErrorCode.ts", "Operations.ts"].toSorted()
  return [
    { name: "index.ts", text: exported.map((name) => `export * from "./${name}"\n`).join("") },
    { name: "ErrorCode.ts", text: errorCodeText },
    { name: "Operations.ts", text: rootText(groups) },
    { name: "operationTable.ts", text: tableText(rows) },
    ...sources
  ]
}

const withoutComments = (text: string): string => text.replace(/\/\*\*[\s\S]*?\*\//g, "")

const importsOf = (text: string, own: string, homes: ReadonlyMap<string, string>): string => {
  const words = new Set(withoutComments(text).match(/\w+/g))
  const byHome = new Map<string, Array<string>>()
  for (const [name, home] of homes)
    if (words.has(name) && home !== own) byHome.set(home, [...(byHome.get(home) ?? []), name])
  const lines = [...byHome]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([home, names]) => importOf(names.toSorted(), home))
  return lines.length === 0 ? "" : `${lines.join("")}\n`
}

/** In one line, or, where that is too wide, with a line for each name, as the formatter has it. */
const importOf = (names: ReadonlyArray<string>, home: string): string => {
  const line = `import type { ${names.join(", ")} } from "${home}"\n`
  return line.length <= 111 ? line : `import type {\n  ${names.join(",\n  ")}\n} from "${home}"\n`
}

const rootText = (groups: ReadonlyArray<string>): string => {
  const imports = groups.map(
    (group) => `import type { ${interfaceOf(group)} } from "./${interfaceOf(group)}.ts"\n`
  )
  const members = groups.map((group) => {
    const said = comment([`The calls of \`client.${group}\`.`], "  ")
    return `${said}  readonly ${group}: ${interfaceOf(group)}\n`
  })
  return `${imports.toSorted().join("")}\n/** Every call of the API. */\nexport interface Operations {\n${members.join("\n")}}\n`
}

const errorCodeText = `/** What the server refuses with. New codes may be added. */
export type ErrorCode =
${Object.entries(errorCodes)
  .map(([code, { means, status }]) => `${comment([`${status}: ${means}`], "  ")}  | "${code}"\n`)
  .join("")}`
