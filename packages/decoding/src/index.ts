export { type Decode, type Decoder, decoderBeside } from "./Decoder.ts"
export * from "./Decoding.ts"
