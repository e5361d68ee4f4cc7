export const payouts = {
  area: "Payouts"
}
