import { assert, describe, it } from "vitest"
import { isAsCommitted } from "../../src/commit/eventChecksum.ts"

/** An event that was committed before events had actors. */
const before = {
  partner_id: "prt_1",
  id: "evt_1",
  subject_id: "pay_1",
  version: "2",
  type: "PayoutAccepted",
  at: "1767225600000",
  actor: null,
  data: '{"processingId":"p"}',
  digests: "",
  checksum: -1_693_764_231,
  entries: "0\u001fUSDT"
}

describe("the checksum of an event of before there were actors", () => {
  it("is still right", () => {
    assert.isTrue(isAsCommitted(before))
  })

  it("is wrong once somebody gave the event an actor", () => {
    assert.isFalse(isAsCommitted({ ...before, actor: "customer" }))
    assert.isFalse(isAsCommitted({ ...before, actor: "" }))
  })
})
