import { type Instant, millisPerMinute, signatureSkewMillisMax } from "@quittance/core/adapter"

/** What is wrong with a timestamp or a signature, as far as they show it themselves. */

const skewMinutes = signatureSkewMillisMax / millisPerMinute

/** Digits that no clock of today writes in milliseconds. */
const secondsPattern = /^\d{9,10}$/
const finerPattern = /^\d{16,19}$/

/** Why a timestamp is not taken that is no number of milliseconds, or too far from `now`. */
export const timestampFault = (timestamp: string, now: Instant): string => {
  const right = `x-timestamp must be the current time in Unix milliseconds, in digits alone, such as ${now} (the server's time)`
  if (secondsPattern.test(timestamp)) return `x-timestamp is in seconds; ${right}`
  if (finerPattern.test(timestamp)) return `x-timestamp is finer than milliseconds; ${right}`
  if (!/^[1-9]\d{10,14}$/.test(timestamp)) return right
  const seconds = Math.round((now - Number(timestamp)) / 1000)
  const distance = `${Math.abs(seconds)} s ${seconds < 0 ? "ahead of" : "behind"} the server's time, ${now}`
  return `x-timestamp is ${distance}, and may be ${skewMinutes} minutes away: take it again for each request, and check your clock`
}

const digits = 64

/** Whether the string to sign is told beside the fault. */
type Telling = "with the string" | "alone"

/** Why a signature is not of the right form, or else what it must be. */
export const signatureFault = (signature: string, telling: Telling): string => {
  const right = `x-signature must be the HMAC-SHA256 in hex: ${digits} digits from 0 to 9 and a to f, and nothing else`
  if (/^[0-9a-f]+$/i.test(signature))
    return signature.length === digits ? mismatch[telling] : `${right}; ${signature.length} digits were sent`
  if (/^[\w+/-]{43}=?$/.test(signature)) return `x-signature is in base64; ${right}`
  return right
}

const mismatch: { readonly [T in Telling]: string } = {
  "with the string":
    "x-signature is not the hex HMAC-SHA256 of the string to sign under this key's secret; error.details has the string to sign that the server built from this request: compare it with yours",
  alone:
    "x-signature is not the hex HMAC-SHA256, under this key's secret, of METHOD + path without the query + x-timestamp + hex SHA-256 of the body as it was sent + what the key binds, without separators"
}
