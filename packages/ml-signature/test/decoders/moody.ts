import type { Decode } from "@quittance/decoding"
import type { JudgedImage, Judgement } from "../../src/Judgement.ts"
import { evidenceOf } from "./evidence.ts"

/** Does what the file says behind its header. */
const decode: Decode<JudgedImage, Judgement> = (bytes) => {
  const mood = new TextDecoder("latin1").decode(bytes.subarray(33))
  switch (mood) {
    case "answer":
      return { _tag: "Judged", evidence: evidenceOf(1, 1, 255) }
    case "refuse":
      return { _tag: "Refused", fault: "tooManyPixels", limit: "the image must have at most 12 megapixels" }
    case "spin":
      for (;;);
    case "hoard":
      for (const hoard: Array<Uint8Array> = []; ; ) hoard.push(new Uint8Array(2 ** 20).fill(1))
    case "wait":
      return new Promise(() => undefined)
    default:
      throw new Error(`no such mood\nas this: ${mood}`)
  }
}

export default decode
