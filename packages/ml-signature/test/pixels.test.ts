import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { areaAverage } from "../src/decode/areaAverage.ts"
import type { WorkingImage } from "../src/decode/WorkingImage.ts"
import { canvasHeight, canvasOf, canvasWidth } from "../src/ink/canvas.ts"
import { blockSide, type InkMap, inkMapOf, tonesOf } from "../src/ink/InkMap.ts"
import { type Box, inkBoxOf, viewOf } from "../src/ink/inkBox.ts"
import { darken } from "../src/ink/inkLevels.ts"
import { begunPlanes, histogramOf, type Planes } from "../src/ink/Planes.ts"
import { allocate, bytesAt, kept } from "../src/ink/pixels.ts"
import { noiseOf } from "../src/quality/measures.ts"
import { type Strokes, strokesOf } from "../src/quality/strokes.ts"

/** Sixteen pixels are worked on at a time: sides that are less, as much, and no multiple of it. */
const image: fc.Arbitrary<WorkingImage> = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 20 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: 3 * width * height, maxLength: 3 * width * height })
      .map((rgb) => ({ width, height, rgb, shownWidth: width, shownHeight: height }))
  )

/** What the planes hold, copied. */
const valuesOf = ({ darkness, height, levels, luminance, mask, width }: Planes) => ({
  luminance: bytesAt(luminance, width * height),
  darkness: bytesAt(darkness, width * height),
  levels: bytesAt(levels, width * height),
  mask: bytesAt(mask, width * height)
})

const check = <A>(arbitrary: fc.Arbitrary<A>, holds: (value: A) => void): void =>
  fc.assert(fc.property(arbitrary, holds), { numRuns: 200 })

describe("a loop over pixels finds what is defined, to the last pixel", () => {
  it("luminance, and halfway from it to the darkest channel, of what may be turned around", () => {
    check(image, (some) => {
      const planes = begunPlanes(some)
      const isTurned = darken(planes)
      const { darkness, luminance } = valuesOf(planes)
      for (let at = 0; at < some.width * some.height; at++) {
        const [red = 0, green = 0, blue = 0] = some.rgb.subarray(3 * at)
        const light = (77 * red + 150 * green + 29 * blue + 128) >> 8
        const shown = isTurned ? 255 - light : light
        const darkest = isTurned ? 255 - Math.max(red, green, blue) : Math.min(red, green, blue)
        assert.strictEqual(luminance[at], shown)
        assert.strictEqual(darkness[at], (shown + darkest + 1) >> 1)
      }
    })
  })

  it("how many values have each level", () => {
    check(fc.uint8Array({ maxLength: 100 }), (values) => {
      const [place] = kept(values)
      const counts = histogramOf(place, values.length)
      for (let level = 0; level < 256; level++)
        assert.strictEqual(counts[level], values.filter((value) => value === level).length)
    })
  })

  it("what each pixel lacks to the paper around it", () => {
    const shaded = fc
      .record({
        width: fc.integer({ min: 1, max: 70 }),
        height: fc.integer({ min: 1, max: 90 }),
        right: fc.double({ min: 0, max: 0.8, noNaN: true }),
        bottom: fc.double({ min: 0, max: 0.8, noNaN: true }),
        tile: fc.uint8Array({ minLength: 64, maxLength: 64 })
      })
      .map(({ bottom, height, right, tile, width }) => {
        const count = width * height
        const light = (at: number) =>
          1 - (right * (at % width)) / width - (bottom * Math.floor(at / width)) / height
        const rgb = tiled(tile, 3 * count).map((value, at) => value * Math.max(light(Math.floor(at / 3)), 0))
        return { width, height, rgb, shownWidth: width, shownHeight: height }
      })
    const holds = (some: WorkingImage) => {
      const { height, width } = some
      const { darkness, levels } = valuesOf(inkMapOf(some))
      const inverse = inversePaperOf(darkness, width, height)
      const furthest = levels.reduce((most, level, at) => {
        const lack = Math.max(255 - (darkness[at] ?? 0) * inverse(at % width, Math.floor(at / width)), 0)
        return Math.max(most, Math.abs(level - lack))
      }, 0)
      assert.isBelow(furthest, 0.501)
    }
    fc.assert(fc.property(shaded, holds), { numRuns: 60 })
  })

  it("where there is ink, and where strokes begin and end", () => {
    check(image, (some) => {
      const ink = inkMapOf(some)
      const { height, shades, tracing, width } = ink
      const { levels, mask } = valuesOf(ink)
      const isInk = (x: number, y: number) => (shades[levels[y * width + x] ?? 0] ?? 0) > 0.5
      const isPaper = (x: number, y: number) => x >= 0 && x < width && y >= 0 && y < height && !isInk(x, y)
      const found = Array.from(levels.keys(), (at) => ({ x: at % width, y: Math.floor(at / width) })).filter(
        ({ x, y }) => isInk(x, y)
      )
      const countBy = (key: (pixel: { readonly x: number; readonly y: number }) => number, length: number) =>
        Uint32Array.from({ length }, (_, at) => found.filter((pixel) => key(pixel) === at).length)
      const begun = found.filter(({ x, y }) => y === 0 || isPaper(x, y - 1))
      assert.deepStrictEqual(
        mask,
        Uint8Array.from(levels, (level) => Number((shades[level] ?? 0) > 0.5))
      )
      assert.deepStrictEqual(tracing, {
        count: found.length,
        columns: countBy(({ x }) => x, width),
        rows: countBy(({ y }) => y, height),
        begun: Uint32Array.from({ length: width }, (_, at) => begun.filter(({ x }) => x === at).length),
        edges: found.reduce(
          (sum, { x, y }) =>
            sum +
            Number(isPaper(x - 1, y)) +
            Number(isPaper(x + 1, y)) +
            Number(isPaper(x, y - 1)) +
            Number(isPaper(x, y + 1)),
          0
        ),
        blockColumns: Math.ceil(width / blockSide),
        blockRows: Math.ceil(height / blockSide),
        blocks: countBy(
          ({ x, y }) => Math.floor(y / blockSide) * Math.ceil(width / blockSide) + Math.floor(x / blockSide),
          Math.ceil(width / blockSide) * Math.ceil(height / blockSide)
        )
      })
    })
  })

  it("the canvas of ink, which may lie at a border or fill less than it", () => {
    check(image, (some) => {
      const ink = inkMapOf(some)
      const { height, width } = ink
      const { levels } = valuesOf(ink)
      const box = inkBoxOf(ink)
      const { bottom, left, right, top } = viewOf(ink, box)
      const scale = Math.max((right - left) / canvasWidth, (bottom - top) / canvasHeight, 1 / 3)
      const rows = joined((top + bottom) / 2, scale, canvasHeight, height)
      const columns = joined((left + right) / 2, scale, canvasWidth, width)
      const shades = rows.flatMap((down) => {
        const row = Array.from({ length: width }, (_, x) =>
          sumOf(down, ({ at, weight }) => weight * (ink.shades[levels[at * width + x] ?? 0] ?? 0))
        )
        return columns.map((across) => sumOf(across, ({ at, weight }) => weight * (row[at] ?? 0)))
      })
      // What is nearly as dark as 0.2 may be on either side of it, and all others are exposed accordingly.
      const gains = [0.2 - 1e-5, 0.2 + 1e-5].map((least) => {
        const dark = shades.filter((shade) => shade > least)
        return dark.length === 0 ? 1 : Math.min(Math.max(0.6 / meanOf(dark), 1), 2.5)
      })
      // Where nothing was written, something else may lie.
      allocate(new Uint8Array(100_000).fill(255))
      const canvas = canvasOf(ink, box)
      const furthest = shades.reduce((most, shade, at) => {
        const found = canvas[at] ?? 9
        const lightest = Math.min(shade * Math.min(...gains), 1)
        const darkest = Math.min(shade * Math.max(...gains), 1)
        return Math.max(most, lightest - found, found - darkest)
      }, 0)
      assert.isBelow(furthest, 0.6 / 255)
    })
  })

  it("how noisy the paper is", () => {
    check(image, (some) => {
      const ink = inkMapOf(some)
      const { height, width } = ink
      const { luminance, mask } = valuesOf(ink)
      const differences: Array<number> = []
      const lightAt = (at: number) => luminance[at] ?? 0
      for (let y = 0; y < height; y += 2)
        for (let x = 1; x < width - 1; x++) {
          const at = y * width + x
          if (!mask.subarray(at - 1, at + 2).includes(1))
            differences.push(Math.abs(lightAt(at - 1) - 2 * lightAt(at) + lightAt(at + 1)))
        }
      assert.closeTo(noiseOf(ink), meanOf(differences) / (Math.sqrt(6) * Math.sqrt(2 / Math.PI)), 1e-6)
    })
  })

  it("strokes beside their paper, and their edges in four directions", () => {
    const holds = (some: WorkingImage) => {
      const ink = inkMapOf(some)
      const box = inkBoxOf(ink)
      // Where nothing was written, something else may lie.
      allocate(new Uint8Array(100_000).fill(255))
      assert.deepStrictEqual(strokesOf(ink, box), definedStrokesOf(ink, box))
    }
    fc.assert(fc.property(image, holds), { numRuns: 40 })
  })

  it("the means of areas, of a picture with and without a ground that shows through", () => {
    const picture = fc
      .record({
        width: fc.integer({ min: 385, max: 900 }),
        height: fc.integer({ min: 1, max: 40 }),
        channels: fc.constantFrom(3 as const, 4 as const)
      })
      .chain((size) =>
        fc
          .uint8Array({ minLength: 64, maxLength: 64 })
          .map((tile) => ({ ...size, data: tiled(tile, size.width * size.height * size.channels) }))
      )
    fc.assert(fc.property(picture, holdsMeans), { numRuns: 60 })
    // More than is copied at once.
    const size = { width: 1000, height: 1301, channels: 4 as const }
    holdsMeans({
      ...size,
      data: tiled(
        Uint8Array.from({ length: 64 }, (_, at) => at * 4),
        1000 * 1301 * 4
      )
    })
  })
})

const holdsMeans = (picture: Parameters<typeof areaAverage>[0]): void => {
  const small = areaAverage(picture)
  for (const x of [0, small.width >> 1, small.width - 1])
    for (let y = 0; y < small.height; y++)
      for (let channel = 0; channel < 3; channel++)
        assert.closeTo(
          small.rgb[3 * (y * small.width + x) + channel] ?? -1,
          areaMean(picture, small, x, y, channel),
          1.5
        )
}

/** 255 parts by how bright the paper is at a place, as `src/ink/paper.ts` says. */
const inversePaperOf = (darkness: Uint8Array, width: number, height: number) => {
  const columns = Math.ceil(width / 8)
  const rows = Math.ceil(height / 8)
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)
  const lightAt = (x: number, y: number) => darkness[within(y, height) * width + within(x, width)] ?? 0
  const offsets = [-2, -1, 0, 1, 2]
  const around = (grid: ReadonlyArray<number>, at: number) =>
    offsets.flatMap((down) =>
      offsets.map((across) => {
        const row = within(Math.floor(at / columns) + down, rows)
        return grid[row * columns + within((at % columns) + across, columns)] ?? 0
      })
    )
  const lightest = Array.from({ length: columns * rows }, (_, at) => {
    const quads = Array.from({ length: 16 }, (_, n) => {
      const x = 8 * (at % columns) + 2 * (n % 4)
      const y = 8 * Math.floor(at / columns) + 2 * Math.floor(n / 4)
      return (lightAt(x, y) + lightAt(x + 1, y) + lightAt(x, y + 1) + lightAt(x + 1, y + 1)) / 4
    })
    return Math.max(...quads)
  })
  const widened = lightest.map((_, at) => Math.max(...around(lightest, at)))
  const ascending = darkness.toSorted()
  const least = Math.max(0.5 * (ascending[Math.ceil(0.95 * ascending.length) - 1] ?? 0), 1)
  const inverse = widened.map((_, at) => 255 / Math.max(meanOf(around(widened, at)), least))
  return (x: number, y: number): number => {
    const down = within((y + 0.5) / 8 - 0.5, rows)
    const across = within((x + 0.5) / 8 - 0.5, columns)
    const between = (row: number) => {
      const left = inverse[within(row, rows) * columns + Math.floor(across)] ?? 0
      const right = inverse[within(row, rows) * columns + within(Math.floor(across) + 1, columns)] ?? 0
      return left + (right - left) * (across % 1)
    }
    const above = between(Math.floor(down))
    return above + (between(Math.floor(down) + 1) - above) * (down % 1)
  }
}

/**
 * Of each pixel of a side, which of the source it joins and how much of each: triangles, of which the source may be a
 * part.
 */
const joined = (middle: number, scale: number, size: number, source: number) =>
  Array.from({ length: size }, (_, pixel) => {
    const centre = middle + (pixel + 0.5 - size / 2) * scale
    const support = Math.max(scale, 1)
    const first = Math.floor(centre - support)
    const near = Array.from({ length: Math.ceil(2 * support) + 2 }, (_, n) => ({
      at: first + n,
      weight: Math.max(1 - Math.abs(first + n + 0.5 - centre) / support, 0)
    }))
    const total = sumOf(near, ({ weight }) => weight)
    return near
      .map(({ at, weight }) => ({ at, weight: weight / total }))
      .filter(({ at, weight }) => weight > 0 && at >= 0 && at < source)
  })

const sumOf = <A>(parts: ReadonlyArray<A>, of: (part: A) => number): number =>
  parts.reduce((sum, part) => sum + of(part), 0)

const meanOf = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const tiled = (tile: Uint8Array, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => tile[(at * 7 + (at >> 6)) % tile.length] ?? 0)

/** The mean of what a pixel of the smaller picture covers, on white. */
const areaMean = (
  { channels, data, height, width }: Parameters<typeof areaAverage>[0],
  small: { readonly width: number; readonly height: number },
  x: number,
  y: number,
  channel: number
): number => {
  const [left, right] = [(x * width) / small.width, ((x + 1) * width) / small.width]
  const [top, bottom] = [(y * height) / small.height, ((y + 1) * height) / small.height]
  let sum = 0
  for (let row = Math.floor(top); row < bottom; row++)
    for (let column = Math.floor(left); column < right; column++) {
      const share =
        (Math.min(row + 1, bottom) - Math.max(row, top)) *
        (Math.min(column + 1, right) - Math.max(column, left))
      const place = channels * (row * width + column)
      const alpha = channels === 4 ? (data[place + 3] ?? 0) / 255 : 1
      sum += share * ((data[place + channel] ?? 0) * alpha + 255 * (1 - alpha))
    }
  return sum / ((right - left) * (bottom - top))
}

/** The most of the values within `reach` columns and rows. */
const mostWithin = (values: Uint8Array, width: number, reach: number): Uint8Array => {
  const height = values.length / width
  const along = (from: Uint8Array, step: number, place: (at: number) => number, length: number) =>
    from.map((_, at) => {
      let most = 0
      for (let near = -reach; near <= reach; near++)
        if (place(at) + near >= 0 && place(at) + near < length)
          most = Math.max(most, from[at + near * step] ?? 0)
      return most
    })
  const rows = along(values, 1, (at) => at % width, width)
  return along(rows, width, (at) => Math.floor(at / width), height)
}

/** What `strokesOf` promises, pixel by pixel. */
const definedStrokesOf = (ink: InkMap, box: Box | undefined): Strokes => {
  const { tracing, width } = ink
  const inkWidth = tracing.edges === 0 ? 0 : (8 * tracing.count) / (Math.PI * tracing.edges)
  const reach = Math.round(Math.min(Math.max(inkWidth, 8), 32))
  const top = Math.max((box?.top ?? 0) - reach - 3, 0)
  const height = Math.min((box?.bottom ?? 0) + reach + 3, ink.height) - top
  const values = valuesOf(ink).darkness.subarray(top * width, (top + height) * width)
  const paper = mostWithin(
    mostWithin(values, width, reach).map((value) => 255 - value),
    width,
    reach
  ).map((value) => 255 - value)
  const { fround } = Math
  // As floats of 32 bits have it: of 2²³ and more they have no fraction.
  const whole = (value: number) => fround(value + 2 ** 23) - 2 ** 23
  const lacks = values.map((value, at) =>
    whole(Math.max(fround(255 - fround(value * fround(255 / Math.max(paper[at] ?? 0, 1)))), 0))
  )
  const histogram = new Uint32Array(256)
  for (const lack of lacks) histogram[lack] = (histogram[lack] ?? 0) + 1
  const { contrast, shades } = tonesOf(histogram)
  const shadeAt = (at: number) => shades[lacks[at] ?? 0] ?? 0
  const mask = lacks.map((_, at) => Number(shadeAt(at) > 0.5))
  const near = mostWithin(mask, width, 3)
  const counted = Array.from(lacks.keys()).filter((at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return near[at] === 1 && x > 0 && y > 0 && x < width - 1 && y < height - 1
  })
  return {
    inked: counted.filter((at) => mask[at] === 1).length,
    between: counted.filter((at) => shadeAt(at) > 0.25 && shadeAt(at) < 0.75).length,
    depth: 255 * contrast,
    edges: [1, width, width + 1, width - 1].map((step) => ({
      count: counted.filter((at) => mask[at] !== mask[at + step]).length,
      squares: sumOf(
        counted,
        (at) => (2 * (lacks[at] ?? 0) - (lacks[at - step] ?? 0) - (lacks[at + step] ?? 0)) ** 2
      )
    }))
  }
}
