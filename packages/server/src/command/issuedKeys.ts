import { ApiKeys } from "@quittance/core"
import { type ApiKey, allById, apiKey, WallClock } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer, storeLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance keys list`: reads only; a secret is never shown again. */
export const listKeys: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const keys = yield* allById(apiKey)
    const nameOf = yield* partnerNames(keys.map(({ partnerId }) => partnerId))
    const now = yield* Effect.flatMap(WallClock, (clock) => clock.now)
    const views = keys.map((key) => viewOf(key, nameOf(key.partnerId), now))
    if (input.has("--json")) printJson(views)
    else if (views.length === 0)
      printLine("There are no keys yet: quittance keys create --partner NAME creates one.")
    else {
      printTable(
        ["ID", "PARTNER", "PUBLIC KEY", "STATUS", "BIND", "LAST USED", "ALLOWED FROM", "SCOPES"],
        views.map((view) => [
          view.id,
          view.partner,
          view.publicKey,
          view.status,
          view.bind,
          view.lastUsedAt ?? "never",
          view.allowedIps.join(",") || "anywhere",
          view.scopes.join(",")
        ])
      )
    }
    return 0
  })
  return onStore((configuration) => storeLayer(configuration, "read"), list)
}

const instant = (at: Option.Option<number>): string | null =>
  Option.match(at, { onNone: () => null, onSome: (millis) => new Date(millis).toISOString() })

const viewOf = (key: ApiKey, partner: string, now: number) => ({
  id: key.id,
  partnerId: key.partnerId,
  partner,
  publicKey: key.publicKey,
  scopes: key.scopes,
  allowedIps: key.allowedIps,
  bind: key.bind,
  status: statusOf(key, now),
  createdAt: new Date(key.createdAt).toISOString(),
  expiresAt: instant(key.expiresAt),
  revokedAt: instant(key.revokedAt),
  lastUsedAt: instant(key.lastUsedAt)
})

const statusOf = ({ expiresAt, revokedAt }: ApiKey, now: number): "active" | "revoked" | "expired" => {
  if (Option.isSome(revokedAt)) return "revoked"
  return Option.exists(expiresAt, (at) => now >= at) ? "expired" : "active"
}

/** `quittance keys revoke`: permanent. Revoking a revoked key changes nothing. */
export const revokeKey: RunCommand = (input) => {
  const revoke = Effect.gen(function* () {
    const keys = yield* ApiKeys
    const { id, partnerId, publicKey } = yield* keys.revoke(input.operand)
    if (input.has("--json")) printJson({ id, partnerId, publicKey, status: "revoked" })
    else printLine(`Revoked ${id} (${publicKey}). Running servers refuse it within a second.`)
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), revoke)
}
