import { resolve } from "node:path"
import { looksLikeUrl } from "../configuration/looksLikeUrl.ts"
import { UsageError } from "./UsageError.ts"

/** The path that an argument names. Throws a `UsageError` for a URL: a file of that name would be made. */
export const pathIn = (name: string, text: string, example: string): string => {
  if (looksLikeUrl(text))
    throw new UsageError(`${name} must be a path on this machine, such as ${example}, not a URL.`)
  return resolve(text)
}
