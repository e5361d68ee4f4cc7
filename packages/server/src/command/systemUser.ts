import { userInfo } from "node:os"
import type { Actor } from "@quittance/core"
import { isSystemError } from "../start/exclusiveFile.ts"

/** The user of this process by name; undefined where there is none, as in many containers. */
export const systemUser = (): string | undefined => {
  try {
    return userInfo().username
  } catch (error) {
    if (!isSystemError(error)) throw error
    return undefined
  }
}

const charactersMax = 100

/** The operator who runs a command. A user without a name is told by the number, such as `operator:uid-1000`. */
export const operatorOf = (name: string | undefined, uid: number | undefined): Actor => {
  const visible = Array.from((name ?? "").replaceAll(/[\s\p{C}]+/gu, "_"))
    .slice(0, charactersMax)
    .join("")
  return `operator:${visible === "" ? `uid-${uid ?? "unknown"}` : visible}`
}

export const operatorHere = (): Actor => operatorOf(systemUser(), process.getuid?.())
