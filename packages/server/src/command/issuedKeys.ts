import { ApiKeys } from "@quittance/core"
import { type ApiKey, allById, apiKey, apiKeyView, keyStatus, WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer, servicesLayer } from "../start/services.ts"
import { partnerIn } from "./listInput.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { timeText } from "./timeText.ts"

/** `quittance keys list`: reads only; a secret is never shown again. */
export const listKeys: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const only = yield* partnerIn(input)
    const keys = (yield* allById(apiKey)).filter(
      ({ partnerId }) => only === undefined || partnerId === only.id
    )
    const nameOf = yield* partnerNames(keys.map(({ partnerId }) => partnerId))
    const now = yield* Effect.flatMap(WallClock, (clock) => clock.now)
    const views = keys.map((key) => viewOf(key, nameOf(key.partnerId), now))
    if (input.has("--json")) printJson(views)
    else if (views.length === 0)
      printLine(`There are no keys yet: quittance keys create --partner ${only?.name ?? "NAME"} creates one.`)
    else {
      printTable(
        [
          ...["ID", "PARTNER", "PUBLIC KEY", "STATUS", "NAME", "BIND"],
          ...["CREATED BY", "LAST USED (UTC)", "ALLOWED FROM", "SCOPES"]
        ],
        views.map((view) => [
          view.id,
          view.partner,
          view.publicKey,
          view.status,
          view.name ?? "-",
          view.bind,
          view.createdBy ?? "unknown",
          view.lastUsedAt === null ? "never" : timeText(Date.parse(view.lastUsedAt)),
          view.allowedIps.join(",") || "anywhere",
          view.scopes.join(",")
        ])
      )
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}

const viewOf = (key: ApiKey, partner: string, now: number) => ({
  ...apiKeyView(key, "operator"),
  partnerId: key.partnerId,
  partner,
  status: keyStatus(key, now)
})

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
