declare const ofIds: unique symbol

/** What begins the ids of one kind of record, which its concept declares. Ids without a prefix are bare UUIDs. */
export type IdPrefix = string & { readonly [ofIds]: true }

/** Declares a prefix: a few letters and an underscore. */
export const idPrefix = (prefix: `${string}_`): IdPrefix => prefix as string as IdPrefix
