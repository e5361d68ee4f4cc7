export const analytics = {
  area: "Analytics"
}
