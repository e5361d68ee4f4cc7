import { webOriginOf } from "@quittance/core/adapter"
import { type EnvironmentReader, Wrong } from "./Environment.ts"

/** The websites whose scripts may call the signature operation. */
export const signatureOrigins = (reader: EnvironmentReader): ReadonlyArray<string> =>
  reader.read("QUITTANCE_SIGNATURE_ORIGINS", [], origins)

const origins = (text: string): ReadonlyArray<string> | Wrong => {
  const listed = text.split(/[\s,]+/).filter((each) => each !== "")
  if (listed.length === 1 && listed[0] === "*") return ["*"]
  const found = listed.flatMap((each) => webOriginOf(each) ?? [])
  return found.length === listed.length
    ? found
    : new Wrong(
        "must be a comma-separated list of origins without a path, such as https://shop.example,http://localhost:5173, or * alone for every website"
      )
}
