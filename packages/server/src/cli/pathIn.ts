import { resolve } from "node:path"
import { looksLikeUrl } from "../configuration/looksLikeUrl.ts"
import { UsageError } from "./UsageError.ts"

/** What file systems take: bytes of a name, and of a path. */
const nameBytesMax = 255
const pathBytesMax = 4_095

/** The path that an argument names. Throws a `UsageError` for a URL: a file of that name would be made. */
export const pathIn = (name: string, text: string, example: string): string => {
  if (looksLikeUrl(text))
    throw new UsageError(`${name} must be a path on this machine, such as ${example}, not a URL.`)
  const path = resolve(text)
  const longest = Math.max(...path.split("/").map((part) => Buffer.byteLength(part)))
  if (longest > nameBytesMax || Buffer.byteLength(path) > pathBytesMax)
    throw new UsageError(
      `${name} is too long: a path has at most ${pathBytesMax} bytes, and a name in it ${nameBytesMax}.`
    )
  return path
}
