import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Context, Effect, Layer, Random } from "effect"
import type { IdPrefix } from "../concept/IdPrefix.ts"

/** The source of random bytes: the operating system in production, the seed in simulations. */
type FillBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/** Port. Identifiers and unguessable tokens. */
export class Ids extends Context.Service<
  Ids,
  {
    /** UUID version 7, monotonic within the process (RFC 9562, 6.2 method 1): creation order is id order. */
    readonly uuid: Effect.Effect<string>
    /** The prefix and a UUIDv7 without dashes. */
    readonly prefixed: (prefix: IdPrefix) => Effect.Effect<string>
    /**
     * The time and 128 random bits, in lower-case hex. It is unguessable, and new tokens append to the end of
     * an index instead of changing a different page each time.
     */
    readonly linkToken: Effect.Effect<string>
    /** Lower-case hex of `byteCount` random bytes. */
    readonly token: (byteCount: number) => Effect.Effect<string>
  }
>()("@quittance/core/kernel/ports/Ids") {
  /** Uses the operating system's generator. */
  static readonly layer = Layer.sync(Ids, () => make((bytes) => void crypto.getRandomValues(bytes)))

  /** Uses Effect's `Random`: the same seed gives the same ids. For simulations only. */
  static readonly layerSeeded = Layer.effect(
    Ids,
    Effect.map(Random.Random, (random) =>
      make((bytes) => {
        for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random.nextDoubleUnsafe() * 256)
      })
    )
  )
}

/** The version nibble, the counter and 62 random bits make 80 bits beside the 48 of the time. */
const randomByteCount = 10

const linkTokenByteCount = 16

/** 48 bits. */
const hex12 = (millis: number): string => millis.toString(16).padStart(12, "0")

function make(fillBytes: FillBytes): Ids["Service"] {
  // Bytes are drawn in bulk, because the operating system's generator costs more per call than per byte.
  const pool = new Uint8Array(4096)
  let poolHex = ""
  let taken = pool.length
  let lastMillis = 0
  let lastHex = hex12(lastMillis)
  let counter = 0

  /** Where the bytes drawn begin in the pool. */
  const draw = (byteCount: number): number => {
    if (byteCount > pool.length - taken) {
      fillBytes(pool)
      poolHex = bytesToHex(pool)
      taken = 0
    }
    taken += byteCount
    return taken - byteCount
  }

  const randomHex = (byteCount: number): string => {
    const start = draw(byteCount)
    return bytesToHex(pool.subarray(start, start + byteCount))
  }

  const hex7 = (now: number): string => {
    const start = draw(randomByteCount)
    const at = (index: number): number => pool[start + index] ?? 0
    const before = lastMillis
    if (now > lastMillis) {
      lastMillis = now
      // The counter's high bit starts clear, so that at least 2048 ids of one millisecond stay in order.
      counter = ((at(0) & 0x07) << 8) | at(1)
    } else {
      counter += 1
      if (counter > 0xfff) {
        lastMillis += 1
        counter = 0
      }
    }
    if (lastMillis !== before) lastHex = hex12(lastMillis)
    const variant = "89ab".charAt((at(2) >> 4) & 3)
    return (
      lastHex +
      (0x7000 | counter).toString(16) +
      variant +
      poolHex.slice(2 * start + 5, 2 * (start + randomByteCount))
    )
  }

  const dashed = (hex: string): string =>
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

  return Ids.of({
    uuid: Effect.map(Clock.currentTimeMillis, (now) => dashed(hex7(now))),
    prefixed: (prefix) => Effect.map(Clock.currentTimeMillis, (now) => prefix + hex7(now)),
    linkToken: Effect.map(Clock.currentTimeMillis, (now) => hex12(now) + randomHex(linkTokenByteCount)),
    token: (byteCount) => Effect.sync(() => randomHex(byteCount))
  })
}
