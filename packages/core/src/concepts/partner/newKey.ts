import { Effect, Option, Result } from "effect"
import { Actor } from "../../kernel/actor/Actor.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import type { ApiKey } from "./ApiKey.ts"
import { isCidr } from "./Cidr.ts"

/** What all new keys have in common, whoever owns them. */

/** The scopes that a request names; all of them if it names none. */
export const grantedIn = <Scope>(
  scopes: ReadonlyArray<Scope> | null | undefined
): Result.Result<ReadonlyArray<Scope | "*">, InvalidInput> =>
  scopes?.length === 0
    ? Result.fail(InvalidInput.of("scopes", "required", "must name at least one scope"))
    : Result.succeed(scopes ?? ["*"])

/** The addresses that may use the key; empty means from anywhere. */
export const addressesIn = (
  allowedIps: ReadonlyArray<string> | null | undefined
): Result.Result<ReadonlyArray<string>, InvalidInput> => {
  const bad = (allowedIps ?? []).find((cidr) => !isCidr(cidr))
  return bad === undefined
    ? Result.succeed(allowedIps ?? [])
    : Result.fail(InvalidInput.of("allowedIps", "invalid_value", `${bad} must be an address or CIDR block`))
}

/** Of a key that whoever acts makes now; `wallNow` counts for its expiry, like for all authentication. */
export const newKeyFacts = (
  {
    expiresInDays,
    name
  }: { readonly name?: string | null | undefined; readonly expiresInDays?: number | null | undefined },
  wallNow: Instant
): Effect.Effect<Pick<ApiKey, "name" | "createdBy" | "expiresAt" | "revokedAt" | "lastUsedAt">> =>
  Effect.map(Actor, (actor) => ({
    name: Option.fromNullishOr(name),
    createdBy: Option.some(actor),
    expiresAt: Option.map(Option.fromNullishOr(expiresInDays), (days) => wallNow + days * millisPerDay),
    revokedAt: Option.none(),
    lastUsedAt: Option.none()
  }))
