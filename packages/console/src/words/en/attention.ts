export const attention = {
  area: "Needs attention"
}
