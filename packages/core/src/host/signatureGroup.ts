import { Effect } from "effect"
import { Signatures } from "../signature/Signatures.ts"
import type { SignatureVerdict } from "../signature/SignatureVerdict.ts"

type Run = <A, E>(effect: Effect.Effect<A, E, Signatures>) => Promise<A>

/** Signature validation in Promises: a part of what `createQuittance` gives. */
export const signatureGroup = (run: Run) => {
  /**
   * Whether an image (PNG, JPEG, GIF or WebP, at most 10 MB) shows a genuine handwritten signature, and why not. Needs a
   * `signatureClassifier`. Rejects with `SignatureImageRefused` what is no image. Nothing of it is stored.
   */
  const validate = (bytes: Uint8Array): Promise<SignatureVerdict> =>
    run(Effect.flatMap(Signatures, (signatures) => signatures.validate(bytes)))
  return { signatures: { validate }, validateSignature: validate }
}
