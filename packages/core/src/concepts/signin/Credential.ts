import { Option, Result, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { count, instant, optional, packed, sealed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { credentialsIdOf } from "./signinNames.ts"

/**
 * What a person signs in with: passkeys, or a password together with codes of an authenticator, and recovery codes in
 * place of such a code. All of one person are one record, so two of them never pass a check that only one may pass: a
 * code is used once, and the last way in stays.
 */

/** How many passkeys a person may have. */
const passkeysMax = 20

/** A passkey (WebAuthn Level 3). Binary values are base64url. */
export const Passkey = Schema.Struct({
  /** `psk_` and a UUIDv7 without dashes. */
  id: Schema.String,
  credentialId: Schema.String,
  /** COSE. */
  publicKey: Schema.String,
  /** Of the last signature; stays 0 where an authenticator does not count. */
  counter: Schema.Int,
  /** The domain it was made for. */
  rpId: Schema.String,
  transports: Schema.Array(Schema.String),
  /** Given by the person. */
  name: Schema.String,
  /** Instant. */
  createdAt: Schema.Int,
  /** Instant; `null` before the first use. */
  lastUsedAt: Schema.NullOr(Schema.Int)
})
export interface Passkey extends Schema.Schema.Type<typeof Passkey> {}

/** A password as it is stored: with algorithm and parameters, so that both may change. Binary values are base64. */
export const PasswordHash = Schema.Struct({
  algorithm: Schema.Literals(["argon2id", "scrypt"]),
  parameters: Schema.Record(Schema.String, Schema.Int),
  salt: Schema.String,
  hash: Schema.String
})
export interface PasswordHash extends Schema.Schema.Type<typeof PasswordHash> {}

/** The stored fields of a person's credentials. */
export const credentials = record({
  name: "Credentials",
  noun: "credentials",
  table: "credentials",
  fixed: {
    /** Follows from the user's id. */
    id: text,
    /** The user's id. */
    partnerId: text,
    createdAt: instant
  },
  changing: {
    /** How often the user's access had been recovered when these were made; those of before do not count. */
    recoveries: count,
    passkeys: packed(Schema.Array(Passkey)),
    password: optional(packed(PasswordHash)),
    /** The secret of an authenticator's codes, sealed by the vault. */
    sealedCodeSecret: optional(sealed),
    /** The time step of the last code that was used (RFC 6238, 5.2). */
    lastCodeStep: optional(count),
    /** Lower-case hex SHA-256 of each that was not used. */
    recoveryCodes: packed(Schema.Array(Schema.String)),
    updatedAt: instant
  },
  indexes: {}
})

export interface Credentials extends RecordOf<typeof credentials> {}

/** Without secrets, names and keys: events are kept for ever. */
export type CredentialEvent =
  | { readonly _tag: "PasskeyAdded"; readonly passkeyId: string; readonly rpId: string; readonly at: Instant }
  | { readonly _tag: "PasskeyRenamed"; readonly passkeyId: string; readonly at: Instant }
  | { readonly _tag: "PasskeyRemoved"; readonly passkeyId: string; readonly at: Instant }
  | { readonly _tag: "PasskeyUsed"; readonly passkeyId: string; readonly at: Instant }
  | { readonly _tag: "PasswordSet"; readonly at: Instant }
  | { readonly _tag: "PasswordHashedAgain"; readonly algorithm: string; readonly at: Instant }
  | { readonly _tag: "PasswordRemoved"; readonly at: Instant }
  | { readonly _tag: "CodeUsed"; readonly at: Instant }
  | { readonly _tag: "RecoveryCodesMade"; readonly count: number; readonly at: Instant }
  | { readonly _tag: "RecoveryCodeUsed"; readonly left: number; readonly at: Instant }

/** What follows from a decision. */
export interface CredentialChange {
  readonly next: Credentials
  readonly event: CredentialEvent
}

const reasons = ["last_way", "unknown_passkey", "too_many_passkeys", "known_passkey", "no_password"] as const
type CredentialFault = (typeof reasons)[number]

const refusals: { readonly [Fault in CredentialFault]: string } = {
  last_way:
    "this is the only way in that is left: add another passkey, or a password with an authenticator, first",
  unknown_passkey: "the passkey must be one of this person's",
  too_many_passkeys: `a person has at most ${passkeysMax} passkeys: remove one that is not needed first`,
  known_passkey: "this authenticator has a passkey here already: use another one",
  no_password: "there is no password to remove"
}

/** A change of credentials that is not possible; nothing was changed. */
export class CredentialRefused extends Schema.TaggedError<CredentialRefused>()("CredentialRefused", {
  reason: Schema.Literals(reasons)
}) {
  get code() {
    return "credential_refused" as const
  }

  override get message(): string {
    return refusals[this.reason]
  }
}

type Changed = Result.Result<CredentialChange, CredentialRefused>

const refused = (reason: CredentialFault): Changed => Result.fail(new CredentialRefused({ reason }))

/** A person's credentials before the first one. */
export const noCredentials = (userId: string, recoveries: number, at: Instant): Credentials => ({
  id: credentialsIdOf(userId),
  partnerId: userId,
  createdAt: at,
  recoveries,
  passkeys: [],
  password: Option.none(),
  sealedCodeSecret: Option.none(),
  lastCodeStep: Option.none(),
  recoveryCodes: [],
  updatedAt: at
})

/** Those that count: after a recovery there are none. */
export const afterRecoveries = (state: Credentials, recoveries: number, at: Instant): Credentials =>
  state.recoveries === recoveries
    ? state
    : { ...noCredentials(state.partnerId, recoveries, at), createdAt: state.createdAt }

/** A password counts only together with codes. */
export const hasPassword = ({ password, sealedCodeSecret }: Credentials): boolean =>
  Option.isSome(password) && Option.isSome(sealedCodeSecret)

/** In how many ways the person can sign in; two are asked for. */
export const waysIn = (state: Credentials): number => state.passkeys.length + (hasPassword(state) ? 1 : 0)

export const passkeyAdded = (state: Credentials, passkey: Passkey): Changed => {
  if (state.passkeys.length >= passkeysMax) return refused("too_many_passkeys")
  if (state.passkeys.some(({ credentialId }) => credentialId === passkey.credentialId))
    return refused("known_passkey")
  const { createdAt: at, id: passkeyId, rpId } = passkey
  return Result.succeed({
    next: { ...state, passkeys: [...state.passkeys, passkey], updatedAt: at },
    event: { _tag: "PasskeyAdded", passkeyId, rpId, at }
  })
}

const withPasskey = (
  state: Credentials,
  passkeyId: string,
  change: (passkey: Passkey) => Passkey | undefined,
  at: Instant
): Credentials => ({
  ...state,
  passkeys: state.passkeys.flatMap((each) => (each.id === passkeyId ? (change(each) ?? []) : [each])),
  updatedAt: at
})

const has = ({ passkeys }: Credentials, passkeyId: string): boolean =>
  passkeys.some(({ id }) => id === passkeyId)

export const passkeyRenamed = (state: Credentials, passkeyId: string, name: string, at: Instant): Changed =>
  has(state, passkeyId)
    ? Result.succeed({
        next: withPasskey(state, passkeyId, (each) => ({ ...each, name }), at),
        event: { _tag: "PasskeyRenamed", passkeyId, at }
      })
    : refused("unknown_passkey")

export const passkeyRemoved = (state: Credentials, passkeyId: string, at: Instant): Changed => {
  if (!has(state, passkeyId)) return refused("unknown_passkey")
  if (waysIn(state) < 2) return refused("last_way")
  return Result.succeed({
    next: withPasskey(state, passkeyId, () => undefined, at),
    event: { _tag: "PasskeyRemoved", passkeyId, at }
  })
}

/**
 * Undefined if the counter went back, so that two devices have the key (WebAuthn Level 3, 6.1.1). Authenticators that
 * do not count stay at 0.
 */
export const passkeyUsed = (
  state: Credentials,
  { counter: before, id }: Passkey,
  counter: number,
  at: Instant
): CredentialChange | undefined =>
  (counter > 0 || before > 0) && counter <= before
    ? undefined
    : {
        next: withPasskey(state, id, (each) => ({ ...each, counter, lastUsedAt: at }), at),
        event: { _tag: "PasskeyUsed", passkeyId: id, at }
      }

/** With the secret of the codes that belong to it; both replace those of before. */
export const passwordSet = (
  state: Credentials,
  password: PasswordHash,
  codes: { readonly sealedSecret: string; readonly step: number },
  at: Instant
): CredentialChange => ({
  next: {
    ...state,
    password: Option.some(password),
    sealedCodeSecret: Option.some(codes.sealedSecret),
    lastCodeStep: Option.some(codes.step),
    updatedAt: at
  },
  event: { _tag: "PasswordSet", at }
})

/** The same password in the current form. */
export const passwordHashedAgain = (
  state: Credentials,
  password: PasswordHash,
  at: Instant
): CredentialChange => ({
  next: { ...state, password: Option.some(password), updatedAt: at },
  event: { _tag: "PasswordHashedAgain", algorithm: password.algorithm, at }
})

/** With its codes. */
export const passwordRemoved = (state: Credentials, at: Instant): Changed => {
  if (!hasPassword(state)) return refused("no_password")
  if (waysIn(state) < 2) return refused("last_way")
  const next: Credentials = {
    ...state,
    password: Option.none(),
    sealedCodeSecret: Option.none(),
    lastCodeStep: Option.none(),
    recoveryCodes: [],
    updatedAt: at
  }
  return Result.succeed({ next, event: { _tag: "PasswordRemoved", at } })
}

/** Undefined if a code of this step or a later one was used before. */
export const codeUsed = (state: Credentials, step: number, at: Instant): CredentialChange | undefined =>
  Option.exists(state.lastCodeStep, (last) => step <= last)
    ? undefined
    : { next: { ...state, lastCodeStep: Option.some(step), updatedAt: at }, event: { _tag: "CodeUsed", at } }

/** In place of all of before. */
export const recoveryCodesMade = (
  state: Credentials,
  hashes: ReadonlyArray<string>,
  at: Instant
): CredentialChange => ({
  next: { ...state, recoveryCodes: hashes, updatedAt: at },
  event: { _tag: "RecoveryCodesMade", count: hashes.length, at }
})

/** Undefined if it is none of those that are left. */
export const recoveryCodeUsed = (
  state: Credentials,
  hash: string,
  at: Instant
): CredentialChange | undefined => {
  const left = state.recoveryCodes.filter((each) => each !== hash)
  if (left.length === state.recoveryCodes.length) return undefined
  return {
    next: { ...state, recoveryCodes: left, updatedAt: at },
    event: { _tag: "RecoveryCodeUsed", left: left.length, at }
  }
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Credentials: Credentials
  }
  interface EventsByConcept {
    readonly Credentials: CredentialEvent
  }
}
