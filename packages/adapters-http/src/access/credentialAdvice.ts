import type { Mode } from "@quittance/core"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"

/**
 * What is wrong with the credentials of a request, as far as its own headers show it. Nothing is looked up, so an
 * unauthenticated client learns nothing about which keys exist.
 */

/** A header with a part of a key, spelt as the group's documents spell it. */
export interface CredentialHeader {
  readonly name: string
  readonly part: "public key" | "secret" | "operator key"
}

const prefixOf = { "public key": "pk", secret: "sk", "operator key": "ok" } as const
const partOf: { readonly [prefix: string]: CredentialHeader["part"] } = {
  pk: "public key",
  sk: "secret",
  ok: "operator key"
}
const one = (part: CredentialHeader["part"]): string => (part === "operator key" ? `an ${part}` : `a ${part}`)

/** What the key that was sent is for, if no group of operations but one takes it. */
const opens = (part: CredentialHeader["part"]): string =>
  part === "operator key" ? ", which opens /api/operator/v1 only" : ""

const kindOf = (mode: Mode): string => (mode === "live" ? "live" : "test")
const serverOf = (kind: string): string => (kind === "live" ? "live server" : "sandbox")

/** How that part of a key begins on this server. */
const beginning = (part: CredentialHeader["part"], mode: Mode): string => `${prefixOf[part]}_${kindOf(mode)}_`

/** What is copied or typed around a key: quotes, brackets of a placeholder, the scheme of Authorization. */
const wrapping = /^(?:bearer|basic|apikey|token)\s|^["'<]|["'>]$/i

/** Why a value has not the form of that part of a key; undefined if it has. */
const formFault = (value: string, { part }: CredentialHeader, mode: Mode): string | undefined => {
  const right = `this header takes the ${part} alone, which begins with ${beginning(part, mode)}`
  if (wrapping.test(value)) return `has something around the key; ${right}`
  const [, prefix = "", kind = ""] = /^(pk|sk|ok)_(test|live)_/.exec(value) ?? []
  const found = partOf[prefix]
  if (found === undefined) return `is not ${one(part)}; ${right}`
  if (found !== part) return `has ${one(found)} in it${opens(found)}; ${right}`
  return kind === kindOf(mode)
    ? undefined
    : `has a key of a ${serverOf(kind)} in it, and this is a ${serverOf(kindOf(mode))}; ${right}`
}

const andList = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** The headers that prove who a caller is. */
export interface CredentialHeaders {
  /** With a part of the key each. */
  readonly headers: ReadonlyArray<CredentialHeader>
  /** Beside the key, each with what belongs in it. */
  readonly others: ReadonlyArray<{ readonly name: string; readonly content: string }>
}

/**
 * The fault of the headers that are taken: the wrong form of one that was sent, or else those that are missing.
 * Undefined if all are sent in the right form: the key is then unknown, revoked or expired.
 */
export const credentialFault = (
  request: ApiRequest,
  mode: Mode,
  { headers, others }: CredentialHeaders
): string | undefined => {
  const sent = (name: string) => headerOf(request, name.toLowerCase()) ?? ""
  const unread = sent("authorization") === "" ? "" : "; Authorization is not read here"
  const all = [
    ...headers.map(({ name, part }) => ({ name, content: `the ${part} (${beginning(part, mode)}…)` })),
    ...others
  ]
  for (const header of headers) {
    const value = sent(header.name)
    const fault = value === "" ? undefined : formFault(value, header, mode)
    if (fault !== undefined) return `${header.name} ${fault}${unread}`
  }
  const missing = all.filter(({ name }) => sent(name) === "").map(({ name }) => name)
  if (missing.length === 0) return undefined
  const verb = missing.length === 1 ? "is" : "are"
  const taken = andList(all.map(({ content, name }) => `${content} in ${name}`))
  return `${andList(missing)} ${verb} missing: send ${taken}${unread}`
}
