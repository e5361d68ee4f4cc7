import sharp from "sharp"

/** What stands for cards and faces here. Nobody is shown: all of it is drawn. */

const [width, height] = [1200, 800]

/** Grey for the `index`th part of a drawing, as good as any. */
const grey = (drawing: number, index: number): string => {
  const mixed = Math.imul((drawing + 1) * 2654435761 + index, 2246822519) >>> 0
  const level = 60 + ((((mixed >>> 15) ^ mixed) >>> 0) % 160)
  return `rgb(${level},${level},${level})`
}

const drawn = (background: string, ...shapes: ReadonlyArray<string>): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="${background}"/>${shapes.join("")}
    </svg>`
  )

/** A card: a portrait, lines that could be writing, and a band of numbers below. Each drawing is another card. */
const card = (drawing: number): Buffer =>
  drawn(
    "#e8e4d8",
    `<rect x="60" y="120" width="320" height="420" fill="${grey(drawing, 0)}"/>`,
    `<circle cx="220" cy="280" r="90" fill="#d9b48f"/>`,
    ...Array.from({ length: 60 }, (_, index) => {
      const [x, y] = [440 + (index % 6) * 120, 130 + Math.floor(index / 6) * 62]
      return `<rect x="${x}" y="${y}" width="${60 + ((drawing * 13 + index * 29) % 50)}" height="34" fill="${grey(drawing, index)}"/>`
    })
  )

/** A face: an oval, eyes and a mouth before a wall. */
const face = (drawing: number): Buffer =>
  drawn(
    grey(drawing, 70),
    ...Array.from(
      { length: 12 },
      (_, index) =>
        `<rect x="${index * 100}" y="0" width="50" height="${height}" fill="${grey(drawing, 80 + index)}"/>`
    ),
    `<ellipse cx="600" cy="410" rx="210" ry="290" fill="#d9b48f"/>`,
    `<circle cx="520" cy="350" r="28" fill="#222"/><circle cx="680" cy="350" r="28" fill="#222"/>`,
    `<rect x="520" y="540" width="160" height="24" fill="#833"/>`
  )

/** As a telephone sends it: a JPEG that also says where and when it was taken. */
const photographed = (drawing: Buffer): Promise<Buffer> =>
  sharp(drawing)
    .jpeg({ quality: 92 })
    .withExif({ IFD0: { Make: "Drawn" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 14/1 0/1" } })
    .toBuffer()

/**
 * Drawn before Quittance starts: from then on sharp reads no drawings in this process, so that no stranger's file is
 * taken for one.
 */
export const pictures = {
  annsCard: await photographed(card(1)),
  annsFace: await photographed(face(2)),
  blurryCard: await sharp(card(1)).blur(9).jpeg().toBuffer()
}
