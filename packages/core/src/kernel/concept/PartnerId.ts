/** `prt_` and a UUIDv7 without dashes. */
export type PartnerId = string
