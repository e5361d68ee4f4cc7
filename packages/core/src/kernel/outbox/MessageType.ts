/** The types of messages. The kernel knows none: the concept of webhooks adds its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: a concept fills it.
export interface MessageTypes {}

export type MessageType = MessageTypes[keyof MessageTypes]
