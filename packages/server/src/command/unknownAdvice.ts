import type { MadeTransfer } from "@quittance/core"
import { isReadBack, isReference } from "@quittance/core/adapter"

/** Explains what happens to unknown transfers when a client repeats its request. */
export const unknownAdvice = (unknown: ReadonlyArray<MadeTransfer>): ReadonlyArray<string> => {
  const readBack = unknown.filter(({ reference }) => isReadBack(reference)).length
  const byIds = unknown.filter(({ reference }) => !isReference(reference)).length - readBack
  const advice: Array<string> = []
  if (readBack > 0)
    advice.push(
      `${readBack} of them ${readBack === 1 ? "was" : "were"} read back from a network, and it is not known which payout ${readBack === 1 ? "it was" : "they were"}: a client that repeats such\na request gets a payout that waits. quittance chain reconcile names it, and quittance chain match settles it.`
    )
  if (byIds + readBack < unknown.length)
    advice.push(
      "A client that repeats such a request gets that transfer, and no new one is made. For transfers that no client\nrequests again, debit the balance with quittance balance adjust."
    )
  if (byIds > 0)
    advice.push(
      `${byIds} of them ${byIds === 1 ? "is" : "are"} known at the processing side by the id of a payout, as in the first version, not by a reference:\na client that repeats such a request is paid again. Keep the store on hold until you have settled this with them.`
    )
  return advice
}
