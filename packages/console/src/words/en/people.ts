export const people = {
  area: "People"
}
