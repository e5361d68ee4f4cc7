import type { OperationName } from "@quittance/core/adapter"
import type { Screen } from "../screen/Screen.ts"

export const prefixes = { partner: "/p/{partner}", operator: "/operator", person: "" } as const

/** The path of a screen below the console. */
export const pathOf = ({ path, scope }: Pick<Screen, "path" | "scope">): string => `${prefixes[scope]}${path}`

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
    return found === undefined ? null : pathOf(found).replace("{partner}", partnerId)
  }
