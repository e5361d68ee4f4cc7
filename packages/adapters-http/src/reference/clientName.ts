import type { ApiOperation } from "../routing/ApiOperation.ts"

/** Where the operations of each group begin. */
const groups = [
  ["/api/v2/crypto", "crypto"],
  ["/api/v1", "fiat"],
  ["/v1/transit", "transit"],
  ["/v1", "transit"],
  ["/api/Signature", "signature"],
  ["/sandbox/v1", "sandbox"]
] as const

const camel = (segment: string): string =>
  segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const isParameter = (segment: string | undefined): boolean => segment?.startsWith("{") === true

/**
 * The name under which a client has an operation: its group, the resource in its path and the verb of its id, such as
 * `crypto.payouts.create`. What ends a path and is no resource is a verb itself: `fiat.webhooks.rotateSecret`,
 * `crypto.payouts.history`.
 */
export const clientNameOf = ({ id, path, resource }: ApiOperation): string => {
  const [prefix = "", group = ""] = groups.find(([start]) => path.startsWith(`${start}/`)) ?? []
  if (group === "sandbox") {
    const own = id.replace(/^sandbox/, "")
    return `${group}.${own.charAt(0).toLowerCase()}${own.slice(1)}`
  }
  const segments = path.slice(prefix.length + 1).split("/")
  const names = segments.filter((segment) => !isParameter(segment)).map(camel)
  const [verb = id] = /^[a-z]+/.exec(id) ?? []
  const last = isParameter(segments.at(-1)) ? "" : (names.at(-1) ?? "")
  const isVerb = last.startsWith(verb) || (verb === "get" && last !== "" && isParameter(segments.at(-2)))
  const within = resource ?? (isVerb ? names.slice(0, -1) : names).join(".")
  return [group, within, isVerb ? last : verb].filter((name) => name !== "").join(".")
}
