export const balance = {
  area: "Balance"
}
