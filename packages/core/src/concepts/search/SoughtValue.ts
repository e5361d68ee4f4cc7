import { Result } from "effect"
import { InvalidInput, type TextFault, textFault } from "../../kernel/input/Input.ts"
import { addressClaimKey, transferFolder } from "../chain/chainNames.ts"
import { type AddressFormat, canonicalAddress, isAddress } from "../network/Address.ts"
import type { Network } from "../network/Network.ts"
import { canonicalTxHash } from "../network/TransactionHash.ts"

/** What is searched for, in every spelling in which a store may know it. */
export interface SoughtValue {
  /** As it was typed, and without the blanks around it. */
  readonly texts: ReadonlyArray<string>
  /** The same, a UUID in lower case. */
  readonly ids: ReadonlyArray<string>
  /** As networks spell it, if it is an address. */
  readonly addresses: ReadonlyArray<string>
  /** Keys of claims on that address. */
  readonly addressKeys: ReadonlyArray<string>
  /** In lower case with `0x` and without, if it is the hash of a transaction. */
  readonly hashes: ReadonlyArray<string>
  /** Folders of claims on transfers of that transaction. In a sandbox any text may be a hash. */
  readonly transferFolders: ReadonlyArray<string>
}

export const soughtLengthMax = 255

const blank: TextFault = { code: "invalid_value", message: "must have more than blanks" }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Blanks around the value do not count; what was stored with such blanks is found with them. Refused under `field`. */
export const soughtValue = (
  field: string,
  typed: unknown,
  networks: ReadonlyArray<Pick<Network, "name" | "addressFormat">>
): Result.Result<SoughtValue, InvalidInput> => {
  if (typeof typed !== "string" || typed === "")
    return Result.fail(
      InvalidInput.of(field, "required", `must be a text of 1 to ${soughtLengthMax} characters`)
    )
  const text = typed.trim()
  const fault = textFault(typed, soughtLengthMax) ?? (text === "" ? blank : undefined)
  if (fault !== undefined) return Result.fail(InvalidInput.of(field, fault.code, fault.message))
  const texts = [...new Set([typed, text])]
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase()
  const addressOn = (format: AddressFormat): ReadonlyArray<string> => {
    // A checksum in the letters of another case is no fault: this only looks.
    const spelling = format === "evm" && /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : text
    return isAddress(format, spelling) ? [canonicalAddress(format, spelling)] : []
  }
  return Result.succeed({
    texts,
    ids: texts.map((each) => (uuid.test(each) ? each.toLowerCase() : each)),
    addresses: [...addressOn("evm"), ...addressOn("tron")],
    addressKeys: networks.flatMap(({ addressFormat, name }) =>
      addressOn(addressFormat).map((address) => addressClaimKey(name, address))
    ),
    hashes: hash === undefined ? [] : [`0x${hash}`, hash],
    transferFolders: networks.map(({ addressFormat, name }) =>
      transferFolder(name, canonicalTxHash(addressFormat, text))
    )
  })
}
