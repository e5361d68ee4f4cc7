import { type Ceremony, PasskeyRefused, PasskeyVerifier } from "@quittance/core/adapter"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Effect, Layer, Option, Schema } from "effect"

/** The forms of WebAuthn Level 3, 5.1.8, as far as they are read; each text with a bound of its own. */
const base64Url = (max: number) =>
  Schema.String.check(Schema.isPattern(new RegExp(`^[A-Za-z0-9_-]{0,${max}}$`)))

const credential = {
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: Schema.Literal("public-key"),
  clientExtensionResults: Schema.optional(Schema.Unknown)
}

const Registration = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: base64Url(4_000),
    attestationObject: base64Url(20_000),
    transports: Schema.optional(Schema.Array(Schema.String))
  })
})

const Assertion = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: base64Url(4_000),
    authenticatorData: base64Url(4_000),
    signature: base64Url(2_000),
    userHandle: Schema.optional(Schema.NullOr(base64Url(90)))
  })
})

const registrationOf = Schema.decodeUnknownOption(Registration)
const assertionOf = Schema.decodeUnknownOption(Assertion)

const transportsKnown = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]

const noForm = new PasskeyRefused({ reason: "it has not the form of WebAuthn" })

type Library = typeof import("@simplewebauthn/server")

/** It is large, and warns of what it tries of Node's crypto, so it is loaded with the first passkey. */
const library = Effect.promise(() => import("@simplewebauthn/server"))

/** Whatever the library does with what a stranger sent is a refusal. */
const verified = <Answer>(verify: (library: Library) => Promise<Answer>) =>
  Effect.flatMap(library, (loaded) =>
    Effect.tryPromise({
      try: () => verify(loaded),
      catch: (error) => new PasskeyRefused({ reason: error instanceof Error ? error.message : String(error) })
    })
  )

const expected = ({ challenge, origin, rpId }: Ceremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true
})

const service = PasskeyVerifier.of({
  registered: (ceremony, answer) =>
    Effect.gen(function* () {
      const given = registrationOf(answer)
      if (Option.isNone(given)) return yield* noForm
      const { clientExtensionResults: _, response, ...named } = given.value
      const json: RegistrationResponseJSON = {
        ...named,
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
        clientExtensionResults: {}
      }
      const { registrationInfo, verified: isRight } = yield* verified(({ verifyRegistrationResponse }) =>
        verifyRegistrationResponse({ ...expected(ceremony), response: json })
      )
      if (!isRight || registrationInfo === undefined)
        return yield* new PasskeyRefused({ reason: "the attestation is not what it says" })
      const { counter, id, publicKey } = registrationInfo.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        counter,
        transports: (response.transports ?? []).filter((each) => transportsKnown.includes(each))
      }
    }),
  asserted: (ceremony, answer, { credentialId, publicKey }) =>
    Effect.gen(function* () {
      const given = assertionOf(answer)
      if (Option.isNone(given)) return yield* noForm
      const { clientExtensionResults: _, response, ...named } = given.value
      const { authenticatorData, clientDataJSON, signature } = response
      const json: AuthenticationResponseJSON = {
        ...named,
        response: { authenticatorData, clientDataJSON, signature },
        clientExtensionResults: {}
      }
      const credential = {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        // The core decides on counters; the library refuses none above 0.
        counter: 0
      }
      const { authenticationInfo, verified: isRight } = yield* verified(({ verifyAuthenticationResponse }) =>
        verifyAuthenticationResponse({ ...expected(ceremony), response: json, credential })
      )
      if (!isRight) return yield* new PasskeyRefused({ reason: "the signature is not of this passkey" })
      return { counter: authenticationInfo.newCounter }
    })
})

/** Passkeys are verified by `@simplewebauthn/server`. No attestation of the authenticator's maker is asked for. */
export const SimplePasskeys = { layer: Layer.succeed(PasskeyVerifier, service) } as const
