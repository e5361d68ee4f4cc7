/** How statuses are called where their own word is not what a person would say. */
export const statuses: { readonly [status: string]: string } = {
  awaiting: "Waits for approval",
  awaiting_approval: "Waits for approval",
  in_review: "To be decided"
}
