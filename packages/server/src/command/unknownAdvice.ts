import { isReference, type MadeTransfer } from "@quittance/core"

/** What becomes of transfers that the store does not know, when whoever asked for them asks again. */
export const unknownAdvice = (unknown: ReadonlyArray<MadeTransfer>): ReadonlyArray<string> => {
  const byIds = unknown.filter(({ reference }) => !isReference(reference)).length
  const advice: Array<string> = []
  if (byIds < unknown.length)
    advice.push(
      "Whoever repeats such a request gets that transfer, and no new one is made. What nobody repeats has to be\ndebited by quittance balance adjust."
    )
  if (byIds > 0)
    advice.push(
      `${byIds} of them ${byIds === 1 ? "is" : "are"} known outside by no reference of this version, but by the id of a payout, as the first version made\nthem: whoever repeats such a request is paid again. Keep the store on hold until that is settled with them.`
    )
  return advice
}
