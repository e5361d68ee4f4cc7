import { Operations, Partners } from "@quittance/core"
import { operatorsId } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance users revoke`: a link of a partner, or of the operators. */
export const revoke: RunCommand = (input) => {
  const run = Effect.gen(function* () {
    const { invitations } = yield* Operations
    const partner = input.text("--partner")
    const owner =
      partner === undefined
        ? operatorsId
        : (yield* Effect.flatMap(Partners, (partners) => partners.find(partner))).id
    const view = yield* invitations.revoke(owner, input.operand)
    if (input.has("--json")) printJson(view)
    else
      printLine(
        view.status === "accepted"
          ? `The link was used before, by ${view.acceptedBy}: quittance users disable takes the person out.`
          : "The link opens nothing any more."
      )
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), run)
}

/** `quittance users disable`: names the keys that the person made, whose secrets they may have kept. */
export const disable: RunCommand = (input) => {
  const run = Effect.gen(function* () {
    const { keys, users } = yield* Operations
    const user = yield* users.disable(input.operand)
    const made = yield* keys.madeBy(user.id)
    if (input.has("--json")) {
      printJson({ ...user, keys: made })
      return 0
    }
    printLine(
      `${user.name ?? user.id} is disabled: no partner has this person any more, and nothing that they open opens.`
    )
    if (made.length > 0) {
      const nameOf = yield* partnerNames(made.map(({ ownerId }) => ownerId))
      printLine(
        "\nKeys that this person made still open what they did. To end one: quittance keys revoke ID\n"
      )
      printTable(
        ["ID", "OF", "PUBLIC KEY", "NAME", "SCOPES"],
        made.map(({ id, name, ownerId, publicKey, scopes }) => [
          ...[id, nameOf(ownerId), publicKey, name ?? "-", scopes.join(",")]
        ])
      )
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), run)
}

/** `quittance users forget`. */
export const forget: RunCommand = (input) => {
  const run = Effect.gen(function* () {
    const { users } = yield* Operations
    const user = yield* users.forget(input.operand)
    if (input.has("--json")) printJson(user)
    else printLine(`${user.name ?? user.id} is forgotten: the name and the e-mail address are erased.`)
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), run)
}
