import type { DigestKey, HostSigner } from "@quittance/adapters-evm"
import { digestSignerOf } from "@quittance/adapters-evm/parts"
import type { TronTransaction } from "../encode/TronTransaction.ts"
import { tronForm } from "./tronForm.ts"

/**
 * A signer of wallets of TRON whose keys sign digests only, as `digestSigner` of the EVM adapter. Addresses are in
 * Base58Check.
 */
export const digestSigner = (keys: ReadonlyArray<DigestKey>): HostSigner<TronTransaction, string> =>
  digestSignerOf(tronForm, keys)
