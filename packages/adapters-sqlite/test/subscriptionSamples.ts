/** What processes with one subscriber have in common. */

export const subscriptionKey = Buffer.from("k".repeat(32)).toString("base64")

export const subscription = { name: "killed", from: "now", concurrency: 4 } as const

export const invoiceEvents = ["crypto.invoice.confirming", "crypto.invoice.paid"] as const
