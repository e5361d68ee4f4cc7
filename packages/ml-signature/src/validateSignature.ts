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
 * Whether an image (PNG, JPEG, GIF or WebP, at most 10 MB) shows a genuine handwritten signature and, if not, why. It
 * is for hosts that need nothing else. The first image loads the model, in processes that `validateSignature.close()`
 * ends. Rejects with `SignatureImageRefused` if the bytes are no image that it can read, and with
 * `SignatureClassifierUnavailable` if too many are sent at once. Stores nothing of an image.
 */
export const validateSignature = Object.assign(validate, { close })
