import { Operations, Partners } from "@quittance/core"
import { operatorsId, type UserView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

type OfUsers = Operations["Service"]["users"]

const changing =
  (change: (users: OfUsers, id: string) => Effect.Effect<UserView, unknown>, says: string): RunCommand =>
  (input) => {
    const run = Effect.gen(function* () {
      const { users } = yield* Operations
      const user = yield* change(users, input.operand)
      if (input.has("--json")) printJson(user)
      else printLine(`${user.name ?? user.id} ${says}`)
      return 0
    })
    return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), run)
  }

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

/** `quittance users disable`. */
export const disable = changing(
  (users, id) => users.disable(id),
  "is disabled: no partner has this person any more, and nothing that they open opens."
)

/** `quittance users forget`. */
export const forget = changing(
  (users, id) => users.forget(id),
  "is forgotten: the name and the e-mail address are erased."
)
