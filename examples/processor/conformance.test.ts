/** Proves that the example's payout processor keeps the laws of its port, as one would prove one's own. */
import { payoutProcessorLayer, type TransferRequest } from "@quittance/core"
import { payoutProcessorSuite } from "@quittance/testing"
import { Effect } from "effect"
import { Bank } from "./Bank.ts"
import { bankPayoutProcessor } from "./bankPayoutProcessor.ts"

const bank = new Bank()
let count = 0

const transferOf = (amountMinor: bigint): TransferRequest => ({
  reference: `transfer-${++count}`,
  payoutId: `payout-${count}`,
  partnerId: "prt_1",
  network: "tron",
  currency: "USDT",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  amountMinor,
  note: ""
})

// Checks run one after the other, so the next answer is the one to the request that is handed out here.
const unanswered = Effect.sync(() => {
  bank.loseNextAnswer()
  return transferOf(5_000_000n)
})

payoutProcessorSuite("the example's bank", payoutProcessorLayer(bankPayoutProcessor(bank)), {
  payable: Effect.sync(() => transferOf(5_000_000n)),
  refusable: Effect.sync(() => transferOf(2_000_000_000n)),
  unanswered,
  // The bank sends at once. Elsewhere these wait, or make blocks.
  proceed: Effect.void,
  settle: Effect.void,
  transfers: Effect.sync(() => bank.received())
})
