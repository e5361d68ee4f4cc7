import type { Visit } from "@quittance/adapters-signin"
import type { Kept } from "./signInPages.ts"
import { fieldOf } from "./signInParts.ts"

/**
 * A form whose session ended before it was sent: what was typed is kept, and nothing is done before it is sent again.
 */

/** What is kept of no form: secrets, codes, and what signs in. The form keeps its name, so that it is done once. */
const unkept = new Set(["code", "password", "step", "resumed", "to", "as_email", "as_password", "as_code"])

/** A file that a page had hidden is chosen anew: the form of a sign-in has no room for it. */
const keptLengthMax = 20_000

export const keptOf = ({ fields }: Visit): Kept =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const isTexts = Array.isArray(value) && value.every((each) => typeof each === "string")
      const isText = typeof value === "string" && value.length <= keptLengthMax
      return unkept.has(name) || !(isText || isTexts) ? [] : [[name, value as Kept[string]]]
    })
  )

/** Whether the form comes back from a sign-in: it is shown again, and does nothing. */
export const isResumed = (visit: Visit): boolean => fieldOf(visit, "resumed") === "yes"

/** The same form as it was sent, to be shown and not to be done. */
export const resumed = (visit: Visit): Visit => ({ ...visit, fields: { ...keptOf(visit), step: "change" } })
