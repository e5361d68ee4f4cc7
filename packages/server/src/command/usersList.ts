import { Operations, Partners } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance users list`: everybody, in the order of creation. */
export const run: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const { users } = yield* Operations
    const partners = yield* Partners
    const all = yield* users.list()
    if (input.has("--json")) {
      printJson(all)
      return 0
    }
    if (all.length === 0) {
      printLine("There is nobody yet: quittance users invite --operator --name NAME prints a link.")
      return 0
    }
    const rows = yield* Effect.forEach(
      all,
      ({ createdAt, disabledAt, email, id, isOperator, memberships, name }) =>
        Effect.map(
          Effect.forEach(memberships, ({ partnerId, role }) =>
            Effect.map(partners.nameOf(partnerId), (partner) => `${role} of ${partner}`)
          ),
          (roles) => [
            id,
            name ?? "",
            email ?? "",
            disabledAt === null ? [...(isOperator ? ["operator"] : []), ...roles].join(", ") : "disabled",
            createdAt
          ]
        )
    )
    printTable(["ID", "NAME", "EMAIL", "ROLES", "CREATED"], rows)
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), list)
}
