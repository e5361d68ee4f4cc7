export const payments = {
  area: "Payments"
}
