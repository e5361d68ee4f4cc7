import {
  type Credentials,
  credentialsIdOf,
  type Passkey,
  type PasswordHash,
  passkeyPrefix,
  type Session,
  sessionPrefix,
  session as sessions,
  credentials as stored
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { valuesOf } from "./fieldGenerators.ts"
import { instant } from "./moneyGenerators.ts"
import { anyText, hexText, optionOf } from "./textGenerators.ts"

/** Credentials and sessions of people over the whole range of their fields. */

const base64Url = (bytesMax: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: 1, maxLength: bytesMax })
    .map((bytes) => Buffer.from(bytes).toString("base64url"))

const passkey: fc.Arbitrary<Passkey> = fc.record({
  id: hexText(16).map((hex) => passkeyPrefix + hex),
  credentialId: base64Url(64),
  publicKey: base64Url(100),
  counter: fc.nat({ max: 0xffff_ffff }),
  rpId: fc.domain(),
  transports: fc.subarray(["internal", "hybrid", "usb", "nfc", "ble"]),
  name: anyText(60),
  createdAt: instant,
  lastUsedAt: fc.option(instant)
})

const password: fc.Arbitrary<PasswordHash> = fc.oneof(
  fc.record({
    algorithm: fc.constant("argon2id" as const),
    parameters: fc.constant({ memory: 65_536, passes: 3, parallelism: 1 }),
    salt: base64Url(16),
    hash: base64Url(32)
  }),
  fc.record({
    algorithm: fc.constant("scrypt" as const),
    parameters: fc.constant({ N: 131_072, r: 8, p: 1 }),
    salt: base64Url(16),
    hash: base64Url(32)
  })
)

export const credentials = (partnerId: string): fc.Arbitrary<Credentials> =>
  fc.record({
    ...valuesOf(stored.fixed, {
      id: hexText(16).map((hex) => credentialsIdOf(`usr_${hex}`)),
      partnerId: fc.constant(partnerId)
    }),
    ...valuesOf(stored.changing, {
      passkeys: fc.array(passkey, { maxLength: 3 }),
      password: optionOf(password),
      recoveryCodes: fc.array(hexText(32), { maxLength: 10 })
    })
  })

const named = { act: anyText(40), subject: anyText(60) }

/** `lastSeenAt` is none, or a whole minute. */
export const session = (partnerId: string): fc.Arbitrary<Session> =>
  fc.record({
    ...valuesOf(sessions.fixed, {
      id: hexText(16).map((hex) => sessionPrefix + hex),
      partnerId: fc.constant(partnerId)
    }),
    ...valuesOf(sessions.changing, {
      secretHash: hexText(32),
      lastSeenAt: optionOf(instant.map((at) => at - (at % 60_000))),
      stepUp: optionOf(fc.record({ ...named, until: instant })),
      acts: fc.array(fc.record({ nonce: hexText(16), fingerprint: hexText(32), at: instant }), {
        maxLength: 3
      })
    })
  })
