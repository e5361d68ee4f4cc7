export * as SignatureModel from "./SignatureModel.ts"
export * from "./validateSignature.ts"
