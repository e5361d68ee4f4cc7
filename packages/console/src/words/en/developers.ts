export const developers = {
  area: "Developers"
}
