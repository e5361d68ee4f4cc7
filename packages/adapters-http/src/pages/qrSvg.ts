import { encode } from "uqr"

/**
 * A QR code as a drawing, with four modules of quiet zone (ISO/IEC 18004). Dark modules beside each other are one
 * piece, because pages wait for what is in them on slow lines.
 */
export const qrSvg = (text: string): string => {
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const pieces = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? "#" : " "))
        .join("")
        .matchAll(/#+/g)
    ].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect fill="white" width="${size}" height="${size}"/><path fill="black" d="${pieces.join("")}"/></svg>`
}
