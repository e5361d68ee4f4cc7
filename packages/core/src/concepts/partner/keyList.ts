import { Option } from "effect"
import { actorShown, recordedActor } from "../../kernel/actor/Actor.ts"
import { type HostedList, type ListFilter, statesOf } from "../../kernel/list/List.ts"
import { type ApiKey, apiKey } from "./ApiKey.ts"

/** A key as its partner sees it: never its secret. Instants are ISO 8601, in UTC. */
export interface ApiKeyView {
  /** `key_…` */
  readonly id: string
  /** `null` of a key that was given none. */
  readonly name: string | null
  /** The actor who made it, an operator as `operator`; `null` of keys of before that was recorded. */
  readonly createdBy: string | null
  readonly publicKey: string
  readonly scopes: ApiKey["scopes"]
  /** CIDR blocks; empty means from anywhere. */
  readonly allowedIps: ReadonlyArray<string>
  readonly bind: ApiKey["bind"]
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** To the minute. */
  readonly lastUsedAt: string | null
}

const instant = (at: Option.Option<number>): string | null =>
  Option.match(at, { onNone: () => null, onSome: (millis) => new Date(millis).toISOString() })

/** Only operators see which operator made a key. */
export const apiKeyView = (key: ApiKey, to: "partner" | "operator" = "partner"): ApiKeyView => ({
  id: key.id,
  name: Option.getOrNull(key.name),
  createdBy: Option.match(key.createdBy, {
    onNone: () => null,
    onSome: (actor) => actorShown(recordedActor(actor), to)
  }),
  publicKey: key.publicKey,
  scopes: key.scopes,
  allowedIps: key.allowedIps,
  bind: key.bind,
  createdAt: new Date(key.createdAt).toISOString(),
  expiresAt: instant(key.expiresAt),
  revokedAt: instant(key.revokedAt),
  lastUsedAt: instant(key.lastUsedAt)
})

/** The keys of a partner, revoked ones too. */
export const keyList: HostedList<ApiKey, Pick<ListFilter, "from" | "to">, unknown, ApiKeyView> = {
  name: "keys",
  items: statesOf(apiKey),
  orderOf: (key) => key,
  owner: ["partnerId"],
  index: "listed",
  shown: (key) => apiKeyView(key)
}
