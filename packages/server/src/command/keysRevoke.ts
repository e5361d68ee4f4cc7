import { ApiKeys } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance keys revoke`: permanent. Revoking a revoked key changes nothing. */
export const run: RunCommand = (input) => {
  const revoke = Effect.gen(function* () {
    const keys = yield* ApiKeys
    const { id, partnerId, publicKey } = yield* keys.revoke(input.operand)
    if (input.has("--json")) printJson({ id, partnerId, publicKey, status: "revoked" })
    else printLine(`Revoked ${id} (${publicKey}). Running servers refuse it within a second.`)
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), revoke)
}
