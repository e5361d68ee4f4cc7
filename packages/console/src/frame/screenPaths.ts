import type { OperationName } from "@quittance/core/adapter"
import type { Scope, Screen } from "../screen/Screen.ts"

export const prefixes = { partner: "/p/{partner}", operator: "/operator", person: "" } as const

/** The path of a screen below the console. */
export const pathOf = ({ path, scope }: Pick<Screen, "path" | "scope">): string => `${prefixes[scope]}${path}`

/** The path of a scope below the console, of one partner where it is a partner's. */
export const scopePath = (scope: Scope, partnerId: string): string =>
  prefixes[scope].replace("{partner}", partnerId)

/** Finds the screen that shows what an operation answers, and that needs no more than its partner to be reached. */
export const linksOf =
  (screens: ReadonlyArray<Screen>) =>
  (operation: OperationName, partnerId: string): string | null => {
    const scope = partnerId === "" ? "operator" : "partner"
    const found = screens.find(
      (each) =>
        each.operation === operation &&
        each.scope === scope &&
        each.kind !== "act" &&
        !each.path.includes("{")
    )
    return found === undefined ? null : `${scopePath(scope, partnerId)}${found.path}`
  }
