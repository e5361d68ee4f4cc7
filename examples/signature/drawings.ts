import sharp from "sharp"

/** What stands for signatures here. Nobody's is shown: all of it is drawn. */

const paper = (width: number, height: number, ...shapes: ReadonlyArray<string>): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="#fdfdfb"/>${shapes.join("")}
    </svg>`
  )

/** One stroke of a pen. */
const stroke = (path: string, width = 5): string =>
  `<path d="${path}" fill="none" stroke="#1b2350" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A capital with a flourish, a hasty run of small letters that flattens out, and a line back below it. */
const name = [
  stroke("M 120 210 C 150 60, 205 40, 200 110 C 196 190, 130 250, 118 215 C 110 180, 190 150, 232 168"),
  stroke(
    "M 226 170 C 240 120, 262 120, 258 165 C 256 190, 276 188, 286 160 C 292 140, 306 140, 304 168 C 303 190, 322 186, 332 160 C 346 90, 372 70, 366 120 C 360 170, 344 200, 356 196 C 372 190, 380 150, 394 152 C 404 156, 392 188, 408 184 C 428 178, 430 152, 446 156 C 462 160, 470 172, 520 150"
  ),
  stroke("M 540 142 C 440 240, 260 236, 150 262 C 240 250, 360 246, 430 226", 4)
]

const signature = paper(640, 320, ...name)

const pngOf = (svg: Buffer): Promise<Buffer> => sharp(svg).png().toBuffer()

export const images = {
  signature: await pngOf(signature),
  asJpeg: await sharp(signature).jpeg({ quality: 85 }).toBuffer(),
  blankPaper: await pngOf(paper(640, 320)),
  outOfFocus: await sharp(signature).blur(9).png().toBuffer(),
  cutOff: await sharp(signature).extract({ left: 240, top: 100, width: 240, height: 100 }).png().toBuffer()
}
