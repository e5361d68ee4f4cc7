import type { Decode } from "@quittance/decoding"
import { Undecodable } from "../../src/decode/ImageDecoder.ts"
import { loadDecoder } from "../../src/decode/loadDecoder.ts"
import type { JudgedImage, Judgement } from "../../src/Judgement.ts"
import { evidenceOf } from "./evidence.ts"

/** Decodes as this package does; the evidence tells the size, and how bright the picture is. */
const decode: Decode<JudgedImage, Judgement> = async (bytes, { decoder, header }) => {
  const { decode: decoded } = await loadDecoder(decoder)
  try {
    const { rgb, shownHeight, shownWidth } = await decoded(bytes, header)
    let sum = 0
    for (const value of rgb) sum += value
    return { _tag: "Judged", evidence: evidenceOf(shownWidth, shownHeight, sum / rgb.length) }
  } catch (cause) {
    if (cause instanceof Undecodable) return { _tag: "Refused", fault: cause.fault, limit: cause.limit }
    throw cause
  }
}

export default decode
