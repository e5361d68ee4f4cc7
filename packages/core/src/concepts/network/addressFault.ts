import { type AddressFormat, isAddress } from "./Address.ts"

/** What an address of the format looks like. */
const shape: { readonly [F in AddressFormat]: string } = {
  tron: "T and 33 letters and digits",
  evm: "0x and 40 hexadecimal digits"
}

const wrongDigits = "a character of it is wrong or missing: copy it again"

/** What a text of the right beginning lacks. */
const faultWithin: { readonly [F in AddressFormat]: (text: string) => string | undefined } = {
  tron: (text) => {
    if (/^T[A-Za-z0-9]*$/.test(text)) return text.length === 34 ? wrongDigits : lengthFault(text, 34)
    return /^(?:0x)?41[0-9a-f]{40}$/i.test(text)
      ? "it is in hexadecimal; write it in Base58, as wallets show it"
      : undefined
  },
  evm: (text) => {
    if (/^0x[0-9a-f]*$/i.test(text))
      return text.length === 42
        ? `its upper and lower case letters do not fit (EIP-55), so ${wrongDigits}`
        : lengthFault(text, 42)
    return /^[0-9a-f]{40}$/i.test(text) ? "it lacks 0x at its beginning" : undefined
  }
}

const lengthFault = (text: string, length: number): string =>
  `it has ${text.length} characters instead of ${length}: copy it again`

const other: { readonly [F in AddressFormat]: AddressFormat } = { tron: "evm", evm: "tron" }
const families: { readonly [F in AddressFormat]: string } = {
  tron: "a TRON address",
  evm: "an EVM address (Ethereum, BNB Smart Chain, Polygon)"
}

/** Why a text that is no address of the format is none, and what would be right; for the person who sent it. */
export const addressFault = (format: AddressFormat, text: string): string => {
  const right = `an address here is ${shape[format]}`
  const bare = text.trim()
  if (bare !== text && isAddress(format, bare)) return "it has spaces or line breaks around it"
  if (isAddress(other[format], bare)) return `it is ${families[other[format]]}; ${right}`
  const fault = faultWithin[format](bare)
  return fault === undefined ? right : `${fault}; ${right}`
}
