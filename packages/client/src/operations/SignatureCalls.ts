import type { CallOptions } from "../ClientOptions.ts"
import type { SignatureVerdict, ValidateSignatureForm } from "./Signature.ts"

/** The calls of `client.signature`. */
export interface SignatureCalls {
  /**
   * Check whether an image shows a genuine handwritten signature.
   *
   * Done twice, it changes nothing more.
   *
   * `POST /api/Signature/validate/upload`. Anybody may call it, without a key.
   *
   * Errors of its own: `invalid_image` (400), `unsupported_image` (400), `image_too_large` (400).
   */
  validate(form: ValidateSignatureForm, options?: CallOptions): Promise<SignatureVerdict>
}
