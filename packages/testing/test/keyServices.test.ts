import { EnvelopeVault, LocalKeyService, MemoryStore } from "@quittance/core"
import { KeyService } from "@quittance/core/adapter"
import { keyServiceSuite, vaultSuite } from "@quittance/testing"
import { Effect, Layer } from "effect"

const [old, current, other] = ["o", "c", "x"].map((byte) => btoa(byte.repeat(32)))
const keys = (...[first = "", ...rest]: ReadonlyArray<string | undefined>) =>
  LocalKeyService.layer(
    first,
    rest.flatMap((each) => each ?? [])
  )

const joined = (first: string | undefined, second: string | undefined) =>
  Layer.effect(
    KeyService,
    Effect.gen(function* () {
      return LocalKeyService.joined(
        yield* LocalKeyService.make(first ?? ""),
        yield* LocalKeyService.make(second ?? "")
      )
    })
  )

const envelope = (service: Layer.Layer<KeyService, unknown>) =>
  // A vault, and a store, of its own for each.
  Layer.fresh(EnvelopeVault.layer).pipe(Layer.provide(Layer.merge(service, Layer.fresh(MemoryStore.layer))))

keyServiceSuite("one master key", keys(current), keys(current), keys(other))
keyServiceSuite("with one of before", keys(current, old), keys(current), keys(other))
keyServiceSuite("two services", joined(current, old), keys(current), keys(other))
vaultSuite("envelope", envelope(keys(current)), envelope(keys(other)))
vaultSuite("envelope, with a master key of before", envelope(keys(current, old)), envelope(keys(old)))
