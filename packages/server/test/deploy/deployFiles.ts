import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"

/** The root of the checkout. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url))

export const deployFile = (path: string): string => readFileSync(`${root}deploy/${path}`, "utf8")

/** The lines `NAME=value` of an environment file, as systemd and a shell both read them. */
export const environmentIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )

/** The settings of a unit, by section and name, each with its values in order. */
export const unitIn = (text: string) => {
  const settings = new Map<string, ReadonlyArray<string>>()
  let section = ""
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue
    const header = /^\[(\w+)\]$/.exec(line)
    if (header !== null) {
      section = header[1] ?? ""
      continue
    }
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? []
    const key = `${section}.${name}`
    settings.set(key, [...(settings.get(key) ?? []), value])
  }
  const one = (key: string): string => settings.get(key)?.[0] ?? ""
  return { all: (key: string) => settings.get(key) ?? [], one, keys: [...settings.keys()] }
}

/** The words of a command of a unit; `%%` is a percent sign, and quotes keep words together. */
export const wordsOfUnit = (command: string): ReadonlyArray<string> =>
  [...command.replaceAll("%%", "%").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? ""
  )

/** The instructions of a Dockerfile, with their lines joined. */
export const instructionsIn = (text: string): ReadonlyArray<readonly [name: string, rest: string]> =>
  text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1).trim()])

/** What `ENV` of a Dockerfile sets. */
export const imageEnvironment = (dockerfile: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    instructionsIn(dockerfile)
      .filter(([name]) => name === "ENV")
      .flatMap(([, rest]) => rest.split(/\s+/).map((each) => each.split("=", 2) as [string, string]))
  )

/** The command of a Dockerfile's health check. */
export const healthCheckIn = (dockerfile: string): ReadonlyArray<string> => {
  const check = instructionsIn(dockerfile).find(([name]) => name === "HEALTHCHECK")?.[1] ?? ""
  return JSON.parse(check.slice(check.indexOf("[")))
}

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: ReadonlyArray<string>
  readonly secrets: ReadonlyArray<string>
  readonly ports?: ReadonlyArray<string>
  readonly networks: ReadonlyArray<string>
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly tmpfs?: ReadonlyArray<string>
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly security_opt?: ReadonlyArray<string>
  readonly entrypoint?: ReadonlyArray<string>
}

export interface ComposeFile {
  readonly services: Readonly<Record<"server" | "database" | "backup", Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, null>>
  readonly networks: {
    readonly inside: {
      readonly ipam: { readonly config: ReadonlyArray<{ readonly subnet: string; readonly gateway: string }> }
    }
  }
}

export const composeFile = (): ComposeFile => parse(deployFile("compose.yaml"))

/** A directive of nginx or Caddy: its words, and what stands in its braces. */
export interface Directive {
  readonly words: ReadonlyArray<string>
  readonly block: ReadonlyArray<Directive>
}

/**
 * Reads the configuration of nginx, whose directives end with `;`, or of Caddy, where the line ends them. Enough for
 * files without escapes.
 */
export const directivesIn = (text: string, ends: ";" | "line"): ReadonlyArray<Directive> => {
  const bare = text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, ""))
    .join("\n")
  const tokens = bare.match(ends === ";" ? /[{};]|"[^"]*"|[^\s{};]+/g : /\n|"[^"]*"|[^\s]+/g) ?? []
  let place = 0
  const block = (depth: number): ReadonlyArray<Directive> => {
    const found: Array<Directive> = []
    let words: Array<string> = []
    const finish = (inner: ReadonlyArray<Directive> = []) => {
      if (words.length > 0 || inner.length > 0) found.push({ words, block: inner })
      words = []
    }
    while (place < tokens.length) {
      const token = tokens[place++] ?? ""
      if (token === "{") finish(block(depth + 1))
      else if (token === "}") {
        if (words.length > 0) throw new Error(`${words.join(" ")} is not ended`)
        if (depth === 0) throw new Error("a brace too many is closed")
        return found
      } else if (token === ";" || token === "\n") finish()
      else words.push(token.replace(/^"(.*)"$/, "$1"))
    }
    if (depth > 0 || (ends === ";" && words.length > 0)) throw new Error("the file ends within a block")
    finish()
    return found
  }
  return block(0)
}

/** The directives with this name, within this block and those below. */
export const directivesNamed = (
  directives: ReadonlyArray<Directive>,
  name: string
): ReadonlyArray<Directive> =>
  directives.flatMap((each) => [
    ...(each.words[0] === name ? [each] : []),
    ...directivesNamed(each.block, name)
  ])

/** The arguments of the only directive with this name. */
export const argumentsOf = (directives: ReadonlyArray<Directive>, name: string): ReadonlyArray<string> => {
  const found = directivesNamed(directives, name)
  if (found.length !== 1) throw new Error(`${found.length} directives are called ${name}, and not one`)
  return found[0]?.words.slice(1) ?? []
}
