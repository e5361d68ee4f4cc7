import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** An authenticator in software, that lies about whatever a test tells it to. */

type Cbor = number | string | Uint8Array | ReadonlyArray<readonly [Cbor, Cbor]>

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

/** RFC 8949, as much of it as a passkey needs. */
export const cbor = (value: Cbor): Buffer => {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, of]) => [cbor(key), cbor(of)])])
}

const sha256 = (content: string | Uint8Array): Buffer => createHash("sha256").update(content).digest()

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

/** What the authenticator or the browser lies about. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** `0x01` present, `0x04` verified, `0x40` with a credential. */
  readonly flags?: number
  readonly counter?: number
  readonly type?: string
  readonly userHandle?: string
}

export class SoftAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #userHandle = ""
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.#origin } = lies
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin,
        crossOrigin: false
      })
    )
  }

  #authenticatorData(rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
  }

  /** What `navigator.credentials.create` gives for these options. */
  create(
    options: {
      readonly challenge: string
      readonly rp: { readonly id: string }
      readonly user: { readonly id: string }
    },
    lies: Lies = {}
  ) {
    this.#userHandle = options.user.id
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" })
    const key = cbor([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")]
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), this.credentialId, key])
    const data = this.#authenticatorData(
      lies.rpId ?? options.rp.id,
      lies.flags ?? 0x45,
      lies.counter ?? this.#counter,
      credential
    )
    const attestation = cbor([
      ["fmt", "none"],
      ["attStmt", []],
      ["authData", data]
    ])
    const id = base64Url(this.credentialId)
    return {
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: base64Url(this.#clientData("webauthn.create", options.challenge, lies)),
        attestationObject: base64Url(attestation),
        transports: ["internal"]
      }
    }
  }

  /** What `navigator.credentials.get` gives for these options. It counts by one, as many authenticators do. */
  get(options: { readonly challenge: string; readonly rpId: string }, lies: Lies = {}) {
    this.#counter += 1
    const data = this.#authenticatorData(
      lies.rpId ?? options.rpId,
      lies.flags ?? 0x05,
      lies.counter ?? this.#counter
    )
    const clientData = this.#clientData("webauthn.get", options.challenge, lies)
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.#privateKey)
    const id = base64Url(this.credentialId)
    return {
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: base64Url(clientData),
        authenticatorData: base64Url(data),
        signature: base64Url(signature),
        userHandle: lies.userHandle ?? this.#userHandle
      }
    }
  }
}
