import { digestSigner, type HostSigner, publicKeyAddress } from "@quittance/adapters-evm"

/**
 * The two calls of a key management service that a wallet needs. With AWS KMS and `@aws-sdk/client-kms`, for keys of
 * the kind `ECC_SECG_P256K1` that may sign and verify:
 *
 *     const client = new KMSClient({ maxAttempts: 2 })
 *     const kms: Kms = {
 *       publicKey: async (KeyId) => (await client.send(new GetPublicKeyCommand({ KeyId }))).PublicKey!,
 *       sign: async (KeyId, Message) => {
 *         const named = { KeyId, Message, MessageType: "DIGEST", SigningAlgorithm: "ECDSA_SHA_256" } as const
 *         return (await client.send(new SignCommand(named))).Signature!
 *       }
 *     }
 */
export interface Kms {
  /** In DER (SubjectPublicKeyInfo). */
  readonly publicKey: (keyId: string) => Promise<Uint8Array>
  /** Of 32 bytes that are hashed already. Answers in DER. */
  readonly sign: (keyId: string, digest: Uint8Array) => Promise<Uint8Array>
}

/** A signer for `networks` of `EvmNetworks.layer`: the keys of its wallets never leave the service. */
export const kmsSigner = async (kms: Kms, keyIds: ReadonlyArray<string>): Promise<HostSigner> => {
  const keys = keyIds.map(async (keyId) => ({
    address: publicKeyAddress(await kms.publicKey(keyId)),
    signDigest: (digest: Uint8Array) => kms.sign(keyId, digest)
  }))
  return digestSigner(await Promise.all(keys))
}
