import type { Decode } from "@quittance/decoding"
import { giveBack } from "./decode/giveBack.ts"
import { Undecodable } from "./decode/ImageDecoder.ts"
import { decoderOf } from "./decode/loadDecoder.ts"
import type { JudgedImage, Judgement } from "./Judgement.ts"
import { loadJudge } from "./judge/loadJudge.ts"

/** Loaded with the module, before the first image. If it cannot be loaded, every caller gets that failure. */
const [judge] = await Promise.allSettled([loadJudge(), decoderOf("auto")])

/** Decodes and judges an image, in a decoding process. */
const judgeImage: Decode<JudgedImage, Judgement> = async (bytes, { decoder, header }) => {
  if (judge.status === "rejected") throw judge.reason
  try {
    const image = await (await decoderOf(decoder)).decode(bytes, header)
    const evidence = judge.value.judge(image)
    giveBack(image.rgb)
    return { _tag: "Judged", evidence }
  } catch (cause) {
    if (cause instanceof Undecodable) return { _tag: "Refused", fault: cause.fault, limit: cause.limit }
    throw cause
  }
}

export default judgeImage
