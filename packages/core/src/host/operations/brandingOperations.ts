import { Effect } from "effect"
import type { BrandingRequest } from "../../concepts/branding/BrandingRequest.ts"
import { Brandings } from "../../concepts/branding/Brandings.ts"

/** What a partner shows to its customers. */
export const makeBrandingOperations = Effect.gen(function* () {
  const brandings = yield* Brandings
  return {
    branding: {
      get: (partnerId: string) => brandings.get(partnerId),
      set: (partnerId: string, input: BrandingRequest) => brandings.set(partnerId, input)
    }
  }
})
