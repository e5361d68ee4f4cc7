import type { ConsolePlaceShape } from "./ConsolePlace.ts"
import type { Passkey } from "./Credential.ts"
import type { SignInUser } from "./SignInUsers.ts"

/** What browsers are given for a ceremony, in the JSON forms of WebAuthn Level 3, 5.1.8 and 5.1.9. */

const timeoutMillis = 300_000

/** EdDSA, ES256 and RS256, of which every authenticator has one. */
const algorithms = [-8, -7, -257]

const described = (passkeys: ReadonlyArray<Passkey>, rpId: string) =>
  passkeys.flatMap((each) =>
    each.rpId === rpId ? [{ type: "public-key", id: each.credentialId, transports: each.transports }] : []
  )

export const userHandleOf = (userId: string): string => Buffer.from(userId).toString("base64url")

export const userIdOf = (handle: string): string => Buffer.from(handle, "base64url").toString()

/** To make a passkey that is found without a name. */
export const creationOptions = (
  { rpId }: ConsolePlaceShape,
  user: Pick<SignInUser, "id" | "name" | "account">,
  challenge: string,
  known: ReadonlyArray<Passkey>
) => ({
  rp: { id: rpId, name: rpId },
  user: { id: userHandleOf(user.id), name: user.account, displayName: user.name },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
  timeout: timeoutMillis,
  excludeCredentials: described(known, rpId),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none"
})
export type CreationOptions = ReturnType<typeof creationOptions>

/** To sign with one of these passkeys, or with any if none is named. */
export const requestOptions = (
  { rpId }: ConsolePlaceShape,
  challenge: string,
  known: ReadonlyArray<Passkey> = []
) => ({
  challenge,
  timeout: timeoutMillis,
  rpId,
  allowCredentials: described(known, rpId),
  userVerification: "required"
})
export type RequestOptions = ReturnType<typeof requestOptions>
