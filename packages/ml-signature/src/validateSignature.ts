import { Signatures, type SignatureVerdict } from "@quittance/core"
import { Effect, Layer, ManagedRuntime } from "effect"
import * as SignatureModel from "./SignatureModel.ts"

const start = () => ManagedRuntime.make(Signatures.layer.pipe(Layer.provide(SignatureModel.layer())))

let running: ReturnType<typeof start> | undefined

const validate = (bytes: Uint8Array): Promise<SignatureVerdict> => {
  running ??= start()
  return running.runPromise(Effect.flatMap(Signatures, (signatures) => signatures.validate(bytes)))
}

/** Ends the decoding processes. An image that comes later starts them again. */
const close = async (): Promise<void> => {
  const ending = running
  running = undefined
  await ending?.dispose()
}

/**
 * Whether an image (PNG, JPEG, GIF or WebP, at most 10 MB) shows a genuine handwritten signature, and why not: for
 * hosts that need nothing else. The model is loaded by the first image, in processes that `validateSignature.close()`
 * ends. Rejects with `SignatureImageRefused` what is no image that it can read, and with
 * `SignatureClassifierUnavailable` when too many are sent at once. Nothing of an image is stored.
 */
export const validateSignature = Object.assign(validate, { close })
