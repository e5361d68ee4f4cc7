import { Setting, SettingKind } from "@quittance/core/adapter"

const bucket = (perSecond: string, capacity: number, description: string) =>
  Setting.group(
    {
      perSecond: SettingKind.rate(perSecond, "How fast the bucket fills."),
      capacity: SettingKind.count(capacity, "How many requests the bucket holds.", 1, 1_000_000)
    },
    { description }
  )

/** The token buckets, each declared only here: per key, unless the description says otherwise. */
export const rateLimitSettings = Setting.group(
  {
    reads: bucket("100/s", 200, "Reads with one key."),
    writes: bucket("25/s", 50, "Writes with one key."),
    payouts: bucket("10/s", 20, "New payouts with one key."),
    batches: bucket("6/m", 6, "Uploads of batches with one key."),
    uploads: bucket("20/m", 20, "Uploads with one verification link."),
    signatures: bucket("2/s", 10, "Images of signatures from one address."),
    pages: bucket("100/s", 600, "Hosted pages and their files for one address."),
    authentication: bucket("10/m", 10, "Requests from one address that failed to authenticate.")
  },
  { description: "Limits of requests." }
)

type Standard = typeof rateLimitSettings.standard

/** What buckets there are. */
export interface RateLimitTable extends Standard {}
