export type { DecoderChoice } from "./decode/ImageDecoder.ts"
export * as SignatureModel from "./SignatureModel.ts"
export * from "./validateSignature.ts"
