export const operator = {
  area: "Operator"
}
