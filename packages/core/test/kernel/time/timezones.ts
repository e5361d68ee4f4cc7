import * as fc from "fast-check"

/** Time zones with an instant at which each changes its clock in an uncommon way, and generators around those. */
export const changes = [
  // An hour at 2 o'clock, both ways.
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  // Midnight is left out.
  ["Asia/Beirut", "2026-03-28T22:00:00Z"],
  ["America/Havana", "2026-03-08T05:00:00Z"],
  ["America/Sao_Paulo", "2017-10-15T03:00:00Z"],
  // Midnight comes twice; or the clock is put back over it.
  ["America/Havana", "2026-11-01T05:00:00Z"],
  ["Asia/Beirut", "2026-10-24T21:00:00Z"],
  ["America/Sao_Paulo", "2018-02-18T02:00:00Z"],
  ["America/St_Johns", "2010-11-07T02:31:00Z"],
  // For good.
  ["Asia/Almaty", "2024-02-29T18:00:00Z"],
  // By half an hour, from an offset of ten and a half; at a quarter to an hour; at 45 minutes past.
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Australia/Lord_Howe", "2025-10-04T15:30:00Z"],
  ["Pacific/Chatham", "2026-04-04T14:00:00Z"],
  ["Asia/Kathmandu", "1985-12-31T18:30:00Z"],
  // A whole day is left out.
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  // Never.
  ["UTC", "2026-02-28T00:00:00Z"],
  ["Asia/Kolkata", "2024-02-29T00:00:00Z"]
] as const

const day = 86_400_000

/** A zone and an instant within days of its change, or any zone and instant since 1972. */
export const zoneAndInstant: fc.Arbitrary<{ readonly timezone: string; readonly at: number }> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * day, max: 3 * day }))
    .map(([[timezone, change], after]) => ({ timezone, at: Date.parse(change) + after })),
  fc.record({
    timezone: fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
    at: fc.integer({ min: Date.UTC(1972, 1, 1), max: Date.UTC(2037, 0, 1) })
  })
)
