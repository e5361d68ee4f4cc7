import type { Bind } from "./ClientOptions.ts"
import type { Configuration } from "./Configuration.ts"
import type { Content } from "./Content.ts"
import type { Invocation } from "./Invocation.ts"
import { type QuittanceError, UsageError } from "./QuittanceError.ts"
import { makeSigner, stringToSign } from "./sign.ts"

/** What proves who a caller is, for one attempt. */
export interface Proof {
  readonly headers: { readonly [name: string]: string }
  /** When it was made, in Unix milliseconds. */
  readonly sentAt: number
  /** What a signature binds. */
  readonly bind: Bind
}

/** Proves attempts, each anew. */
export interface Credentials {
  readonly prove: (invocation: Invocation, path: string, content: Content) => Promise<Proof>
  /**
   * Whether a refused signature shows that the key binds something else, as a sandbox tells: then the next proof binds
   * that.
   */
  readonly learn: (
    invocation: Invocation,
    path: string,
    content: Content,
    proof: Proof,
    refusal: QuittanceError
  ) => Promise<boolean>
}

const boundBy = (bind: Bind, { idempotencyKey = "" }: Invocation, { query }: Content): string =>
  ({ none: "", idempotency: idempotencyKey, query: query.slice(1) })[bind]

/** What a sandbox says that it expected to be signed. */
const expectedIn = ({ code, details }: QuittanceError): string | undefined =>
  code === "signature_invalid" ? details.find((each) => each.code === "string_to_sign")?.message : undefined

export const makeCredentials = ({ bind, groups, mode, platform }: Configuration): Credentials => {
  const sign = makeSigner(groups.crypto.secret ?? "")
  // A key binds the idempotency key unless it was made otherwise; the one that a sandbox makes for itself binds
  // nothing.
  const binding: { now: Bind } = { now: bind ?? (mode === "live" ? "idempotency" : "none") }
  let lastSentAt = 0

  /** Never the same twice, because two equal requests of one millisecond count as one. */
  const nextTime = (): number => {
    lastSentAt = Math.max(platform.now(), lastSentAt + 1)
    return lastSentAt
  }

  const textOf = (invocation: Invocation, path: string, content: Content, sentAt: number, as: Bind) =>
    stringToSign({
      method: invocation.operation.method,
      path,
      timestamp: String(sentAt),
      body: content.json,
      bound: boundBy(as, invocation, content)
    })

  const need = ({ group, name }: Invocation, value: string | undefined, part: string): string => {
    if (value !== undefined) return value
    throw new UsageError(
      "invalid_key",
      `${name} needs the ${part} of a key of the ${group} group: give it to createClient.`
    )
  }

  const prove = async (invocation: Invocation, path: string, content: Content): Promise<Proof> => {
    const { group, idempotencyKey, name, operation } = invocation
    const key = idempotencyKey === undefined ? {} : { [operation.keyHeader ?? ""]: idempotencyKey }
    const { publicKey, secret } = groups[group]
    if (group === "sandbox" && mode === "live")
      throw new UsageError("invalid_key", `${name} is for sandboxes, and the keys are live.`)
    const { proof } = operation
    const made = { sentAt: platform.now(), bind: binding.now }
    if (proof === undefined) return { ...made, headers: {} }
    switch (proof) {
      case "secret":
        return { ...made, headers: { ...key, "x-api-key": need(invocation, secret, "secret") } }
      case "pair": {
        const pair = {
          "x-api-key": need(invocation, publicKey, "public key"),
          "x-api-secret": need(invocation, secret, "secret")
        }
        return { ...made, headers: { ...key, ...pair } }
      }
      case "signed": {
        need(invocation, secret, "secret")
        const sentAt = nextTime()
        const headers = {
          ...key,
          "x-api-key": need(invocation, publicKey, "public key"),
          "x-timestamp": String(sentAt),
          "x-signature": await sign(await textOf(invocation, path, content, sentAt, made.bind))
        }
        return { ...made, headers, sentAt }
      }
    }
  }

  const learn: Credentials["learn"] = async (invocation, path, content, proof, refusal) => {
    const expected = expectedIn(refusal)
    if (bind !== undefined || expected === undefined) return false
    const isExpected = async (as: Bind) =>
      (await textOf(invocation, path, content, proof.sentAt, as)) === expected
    // The right text was signed: then it is the secret that is wrong.
    if (await isExpected(proof.bind)) return false
    for (const other of ["idempotency", "none", "query"] as const)
      if (await isExpected(other)) {
        binding.now = other
        return true
      }
    return false
  }

  return { prove, learn }
}
