import { Vault, VaultRefused } from "@quittance/core"
import { Effect } from "effect"

/**
 * A vault for simulations: it keeps the secrets of one context from another and hides nothing. It answers at once, so that
 * what is sealed on a simulated clock takes no time on it.
 */
export const simulatedVault = Vault.of({
  seal: (secret, context) => Effect.succeed(encodeURIComponent(JSON.stringify([context, secret]))),
  renew: () => Effect.succeedNone,
  open: (sealed, context) =>
    Effect.suspend(() => {
      const [sealedIn, secret]: ReadonlyArray<unknown> = JSON.parse(decodeURIComponent(sealed))
      return sealedIn === context && typeof secret === "string"
        ? Effect.succeed(secret)
        : Effect.fail(new VaultRefused({ reason: "sealed in another context" }))
    })
})
