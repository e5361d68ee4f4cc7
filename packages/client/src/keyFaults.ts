import type { KeyPair } from "./ClientOptions.ts"
import { UsageError } from "./QuittanceError.ts"

/** A deployment is a sandbox or live, and so are its keys. */
export type KeyMode = "test" | "live"

const parts = { publicKey: "pk", secret: "sk" } as const
const partOf: { readonly [prefix: string]: string } = {
  pk: "a public key",
  sk: "a secret",
  ok: "an operator key"
}

const refuse = (message: string): never => {
  throw new UsageError("invalid_key", message)
}

const modeOf = (place: string, name: keyof typeof parts, value: unknown): KeyMode => {
  const right = `it is the text that begins with ${parts[name]}_test_ or ${parts[name]}_live_`
  if (typeof value !== "string")
    return refuse(`${place}${name} is ${value === null ? "null" : typeof value}: ${right}.`)
  const [, prefix = "", mode] = /^([a-z]k)_(test|live)_[\x21-\x7e]+$/.exec(value) ?? []
  if (prefix === parts[name] && (mode === "test" || mode === "live")) return mode
  const found = partOf[prefix]
  return found === undefined
    ? refuse(`${place}${name} has not the form of a key: ${right}, with nothing around it.`)
    : refuse(`${place}${name} has ${found} in it: ${right}.`)
}

/** The mode of a pair, if it has any key; thrown if its parts are no keys or of two modes. */
export const modeOfPair = (place: string, { publicKey, secret }: KeyPair): KeyMode | undefined => {
  const ofPublic = publicKey === undefined ? undefined : modeOf(place, "publicKey", publicKey)
  const ofSecret = secret === undefined ? undefined : modeOf(place, "secret", secret)
  if (ofPublic !== undefined && ofSecret !== undefined && ofPublic !== ofSecret)
    return refuse(
      `${place}publicKey is ${ofPublic === "live" ? "live" : "of a sandbox"} and ${place}secret is not: take both from one pair.`
    )
  return ofPublic ?? ofSecret
}
