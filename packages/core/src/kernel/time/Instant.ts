/** An instant: milliseconds since 1970-01-01T00:00:00Z. Core uses only this; ISO 8601 is used at the edge. */
export type Instant = number

export const millisPerSecond = 1_000
export const millisPerMinute = 60 * millisPerSecond
export const millisPerHour = 60 * millisPerMinute
export const millisPerDay = 24 * millisPerHour

/** Before and after every instant, and exact in JavaScript. */
export const startOfTime: Instant = Number.MIN_SAFE_INTEGER
export const endOfTime: Instant = Number.MAX_SAFE_INTEGER
