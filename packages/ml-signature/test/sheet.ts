import type { WorkingImage } from "../src/decode/WorkingImage.ts"

type Colour = readonly [number, number, number]

/** A sheet of paper to draw on, as decoded images are. */
export class Sheet implements WorkingImage {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array

  constructor(width: number, height: number, paper: Colour = [250, 250, 250]) {
    this.width = width
    this.height = height
    this.rgb = new Uint8Array(3 * width * height)
    for (let at = 0; at < this.rgb.length; at += 3) this.rgb.set(paper, at)
  }

  get shownWidth(): number {
    return this.width
  }

  get shownHeight(): number {
    return this.height
  }

  /** Fills a box. */
  ink(left: number, top: number, width: number, height: number, colour: Colour = [20, 20, 30]): this {
    for (let y = Math.max(top, 0); y < Math.min(top + height, this.height); y++)
      for (let x = Math.max(left, 0); x < Math.min(left + width, this.width); x++)
        this.rgb.set(colour, 3 * (y * this.width + x))
    return this
  }

  /** A wave from left to right, as wide as a pen. */
  wave(left: number, top: number, width: number, height: number, pen: number, colour?: Colour): this {
    for (let x = 0; x < width; x++) {
      const y = top + height / 2 + (height / 2) * Math.sin((8 * Math.PI * x) / width)
      this.ink(left + x, Math.round(y - pen / 2), pen, pen, colour)
    }
    return this
  }

  /** Every value changed. */
  changed(change: (value: number, at: number) => number): this {
    for (let at = 0; at < this.rgb.length; at++)
      this.rgb[at] = Math.min(Math.max(change(this.rgb[at] ?? 0, at), 0), 255)
    return this
  }

  /** Means of so many pixels to each side, in both directions. */
  blurred(reach: number): this {
    return this.averaged(reach, 3).averaged(reach, 3 * this.width)
  }

  /** Means of so many pixels to each side, along rows only: a camera that moved. */
  shaken(reach: number): this {
    return this.averaged(reach, 3)
  }

  /** Darker by a share from a column on, after an edge so many pixels wide. */
  shadowed(share: number, column: number, edge: number): this {
    return this.changed((value, at) => {
      const x = Math.floor(at / 3) % this.width
      return Math.round(value * (1 - share * Math.min(Math.max((x - column) / edge + 0.5, 0), 1)))
    })
  }

  private averaged(reach: number, step: number): this {
    const before = this.rgb.slice()
    for (let at = 0; at < before.length; at++) {
      let sum = 0
      for (let near = -reach; near <= reach; near++) sum += before[at + near * step] ?? before[at] ?? 0
      this.rgb[at] = sum / (2 * reach + 1)
    }
    return this
  }
}
