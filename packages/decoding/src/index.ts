export * from "./Decoding.ts"
export { type Decode, type Decoder, decoderBeside } from "./Decoder.ts"
