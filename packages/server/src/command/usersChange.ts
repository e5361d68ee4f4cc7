import { Operations } from "@quittance/core"
import type { UserView } from "@quittance/core/adapter"
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
