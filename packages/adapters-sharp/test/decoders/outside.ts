import type { Decode } from "@quittance/decoding"
import sharp from "sharp"
// It sets which parsers there are.
import "../../src/cleanPicture.ts"

/** Tries to read a file, or one on the disk, whatever it is. */
const decode: Decode<string | null, string> = async (bytes, path) => {
  try {
    return (await sharp(path ?? bytes).metadata()).format
  } catch (cause) {
    return String(cause)
  }
}

export default decode
