import * as crypto from "node:crypto"
import { promisify } from "node:util"
import {
  HasherBusy,
  type OptionRules,
  option,
  type PasswordHash,
  PasswordHasher,
  refuseOptions
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Semaphore } from "effect"

export interface NodePasswordsOptions {
  /** Of new hashes. By default Argon2id where this Node has it (24.7 or newer), and scrypt elsewhere. */
  readonly algorithm?: PasswordHash["algorithm"]
  /** How many are made at once; 2. One takes up to 128 MiB and 0.5 s of a processor. */
  readonly concurrency?: number
  /** How many may wait for their turn; 16. More are refused at once. */
  readonly waitingMax?: number
}

type Algorithm = PasswordHash["algorithm"]
type Derive = (
  password: string,
  salt: Uint8Array,
  parameters: PasswordHash["parameters"],
  length: number
) => Promise<Uint8Array>

const saltBytes = 16
const hashBytes = 32
const retryAfterMillis = 2_000

/** RFC 9106, 4 (the second recommendation) asks for 64 MiB and three passes; OWASP for N = 2^17 and r = 8. */
const current: { readonly [Each in Algorithm]: PasswordHash["parameters"] } = {
  argon2id: { memoryKib: 65_536, passes: 3, parallelism: 4 },
  scrypt: { N: 131_072, r: 8, p: 1 }
}

/** No stored hash can make the server work without end: more than these is refused as damaged. */
const memoryMax = 512 * 1_024 * 1_024

const parameter = (parameters: PasswordHash["parameters"], name: string): number => parameters[name] ?? 0

const scrypt = promisify<crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, Buffer>(
  crypto.scrypt
)

const deriveScrypt: Derive = (password, salt, parameters, length) =>
  scrypt(password, salt, length, {
    N: parameter(parameters, "N"),
    r: parameter(parameters, "r"),
    p: parameter(parameters, "p"),
    maxmem: memoryMax
  })

/** Node 22 has no `argon2`, so it is no named import. */
const hasArgon2 = "argon2" in crypto

const deriveArgon2: Derive = (password, salt, parameters, length) =>
  promisify(crypto.argon2)("argon2id", {
    message: password,
    nonce: salt,
    tagLength: length,
    memory: parameter(parameters, "memoryKib"),
    passes: parameter(parameters, "passes"),
    parallelism: parameter(parameters, "parallelism")
  })

const derives: { readonly [Each in Algorithm]: Derive } = { argon2id: deriveArgon2, scrypt: deriveScrypt }

/** Passwords are hashed by Node's own crypto, in its threads. */
export const NodePasswords = {
  layer: (options: NodePasswordsOptions = {}): Layer.Layer<PasswordHasher> => {
    refuseOptions(options, passwordRules, "NodePasswords")
    return Layer.effect(PasswordHasher, makeHasher(options))
  }
} as const

const { oneOf, optional, wholeNumber } = option

export const passwordRules: OptionRules<NodePasswordsOptions> = {
  algorithm: optional(oneOf("argon2id", "scrypt")),
  concurrency: optional(wholeNumber(1)),
  waitingMax: optional(wholeNumber(0))
}

const makeHasher = Effect.fnUntraced(function* ({
  algorithm = hasArgon2 ? "argon2id" : "scrypt",
  concurrency = 2,
  waitingMax = 16
}: NodePasswordsOptions) {
  const turns = yield* Semaphore.make(concurrency)
  let inside = 0

  const derive = (password: string, salt: Uint8Array, { algorithm: by, parameters }: Form, length: number) =>
    Effect.suspend(() => {
      if (inside >= concurrency + waitingMax) return Effect.fail(new HasherBusy({ retryAfterMillis }))
      inside++
      return Effect.promise(() => derives[by](password, salt, parameters, length)).pipe(
        turns.withPermits(1),
        Effect.ensuring(Effect.sync(() => inside--))
      )
    })

  const form: Form = { algorithm, parameters: current[algorithm] }
  /** Of no password: what it is derived from is random, and lost. */
  const dummy: PasswordHash = {
    ...form,
    salt: crypto.randomBytes(saltBytes).toString("base64"),
    hash: crypto.randomBytes(hashBytes).toString("base64")
  }

  return PasswordHasher.of({
    hash: (password) =>
      Effect.suspend(() => {
        const salt = crypto.randomBytes(saltBytes)
        return Effect.map(derive(password, salt, form, hashBytes), (hash) => ({
          ...form,
          salt: salt.toString("base64"),
          hash: Buffer.from(hash).toString("base64")
        }))
      }),
    matches: (password, stored) => {
      const against = Option.getOrElse(stored, () => dummy)
      const hash = Buffer.from(against.hash, "base64")
      return Effect.map(
        derive(password, Buffer.from(against.salt, "base64"), against, hash.length),
        (derived) => crypto.timingSafeEqual(hash, derived) && Option.isSome(stored)
      )
    },
    isCurrent: ({ algorithm: by, parameters }) =>
      by === algorithm && Object.entries(form.parameters).every(([name, value]) => parameters[name] === value)
  })
})

type Form = Pick<PasswordHash, "algorithm" | "parameters">
