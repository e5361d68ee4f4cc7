/**
 * Into `grid`, 32-bit floats, in each block of eight by eight the lightest mean of two by two values. Beyond the border
 * everything goes on as at the border.
 */
export function lightestOfBlocks(
  values: usize,
  width: i32,
  height: i32,
  columns: i32,
  rows: i32,
  grid: usize
): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isInside = (column + 1) * 8 <= width && (row + 1) * 8 <= height
      let most = 0
      for (let y = 8 * row; y < 8 * row + 8; y += 2) {
        const above = values + min(y, height - 1) * width
        const below = values + min(y + 1, height - 1) * width
        if (isInside) {
          const upper = i16x8.extadd_pairwise_i8x16_u(v128.load64_zero(above + 8 * column))
          const lower = i16x8.extadd_pairwise_i8x16_u(v128.load64_zero(below + 8 * column))
          let sums = i16x8.add(upper, lower)
          sums = i16x8.max_u(
            sums,
            i8x16.shuffle(sums, sums, 4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15)
          )
          most = max(most, max(<i32>i16x8.extract_lane_u(sums, 0), <i32>i16x8.extract_lane_u(sums, 1)))
        } else {
          for (let x = 8 * column; x < 8 * column + 8; x += 2) {
            const left = min(x, width - 1)
            const right = min(x + 1, width - 1)
            const upper = <i32>load<u8>(above + left) + <i32>load<u8>(above + right)
            most = max(most, upper + <i32>load<u8>(below + left) + <i32>load<u8>(below + right))
          }
        }
      }
      store<f32>(grid + ((row * columns + column) << 2), <f32>most / 4)
    }
  }
}

/**
 * Joins each of a grid's 32-bit floats with two on each side of it in its line, to the most or the mean of the five;
 * beyond the ends a line goes on as at the end.
 */
export function joinFives(
  grid: usize,
  lines: i32,
  length: i32,
  lineStep: i32,
  step: i32,
  isMean: bool,
  result: usize
): void {
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep
    const last = first + (length - 1) * step
    for (let at = first; at <= last; at += step) {
      const a = load<f32>(grid + (max(at - 2 * step, first) << 2))
      const b = load<f32>(grid + (max(at - step, first) << 2))
      const c = load<f32>(grid + (at << 2))
      const d = load<f32>(grid + (min(at + step, last) << 2))
      const e = load<f32>(grid + (min(at + 2 * step, last) << 2))
      store<f32>(result + (at << 2), isMean ? (a + b + c + d + e) / 5 : max(max(max(a, b), max(c, d)), e))
    }
  }
}

/**
 * What each value lacks to the paper around it, 0 to 255. `paper` has how light that is in each block of eight by
 * eight, 32-bit floats, and is taken to be `least` at least; what divides by it changes evenly between the middles of
 * blocks, and beyond the last ones it stays. `row` is room for `columns` floats. The paper is not left as it was.
 */
export function inkLevels(
  values: usize,
  width: i32,
  height: i32,
  paper: usize,
  columns: i32,
  rows: i32,
  least: f32,
  row: usize,
  levels: usize
): void {
  const first = f32x4(0, 1, 2, 3)
  for (let at = paper; at < paper + ((columns * rows) << 2); at += 4)
    store<f32>(at, 255 / max(load<f32>(at), least))
  for (let y = 0; y < height; y++) {
    const position = min(max((<f32>y + 0.5) / 8 - 0.5, 0), <f32>(rows - 1))
    const upper = <i32>position
    const above = paper + ((upper * columns) << 2)
    const below = paper + ((min(upper + 1, rows - 1) * columns) << 2)
    const lower = position - <f32>upper
    for (let column = 0; column < columns << 2; column += 4)
      store<f32>(row + column, load<f32>(above + column) * (1 - lower) + load<f32>(below + column) * lower)
    for (let column = -1; column < columns; column++) {
      const left = load<f32>(row + (max(column, 0) << 2))
      const slope = (load<f32>(row + (min(column + 1, columns - 1) << 2)) - left) / 8
      const middle = 8 * column + 4
      const from = y * width + middle
      if (middle >= 0 && middle + 8 <= width) {
        const light = v128.load8x8_u(values + from)
        const start = f32x4.splat(left + slope / 2)
        const low = lackOf(
          i32x4.extend_low_i16x8_u(light),
          f32x4.add(start, f32x4.mul(f32x4.splat(slope), first))
        )
        const next = f32x4.add(start, f32x4.splat(4 * slope))
        const high = lackOf(
          i32x4.extend_high_i16x8_u(light),
          f32x4.add(next, f32x4.mul(f32x4.splat(slope), first))
        )
        const both = i16x8.narrow_i32x4_s(low, high)
        v128.store64_lane(levels + from, i8x16.narrow_i16x8_u(both, both), 0)
      } else {
        for (let n = max(-middle, 0); n < min(8, width - middle); n++) {
          const scale = left + slope * (<f32>n + 0.5)
          store<u8>(
            levels + from + n,
            <u8>max<f32>(nearest<f32>(255 - <f32>load<u8>(values + from + n) * scale), 0)
          )
        }
      }
    }
  }
}

/** How much less each value is than what lies under it at its place, in parts of 255. */
export function lacks(values: usize, grounds: usize, count: i32, result: usize): void {
  for (let at = 0; at < count; at += 8) {
    const value = v128.load8x8_u(values + at)
    const ground = v128.load8x8_u(grounds + at)
    // Paper mostly lacks nothing.
    if (!v128.any_true(v128.xor(value, ground))) {
      store<u64>(result + at, 0)
      continue
    }
    const low = lackOf(i32x4.extend_low_i16x8_u(value), scaleOf(i32x4.extend_low_i16x8_u(ground)))
    const high = lackOf(i32x4.extend_high_i16x8_u(value), scaleOf(i32x4.extend_high_i16x8_u(ground)))
    const both = i16x8.narrow_i32x4_s(low, high)
    v128.store64_lane(result + at, i8x16.narrow_i16x8_u(both, both), 0)
  }
}

/** What turns values into parts of 255 of their ground. */
function scaleOf(ground: v128): v128 {
  return f32x4.div(f32x4.splat(255), f32x4.pmax(f32x4.convert_i32x4_s(ground), f32x4.splat(1)))
}

/** 255 less what each value is times its scale, rounded, and 0 at least. */
function lackOf(values: v128, scales: v128): v128 {
  const lack = f32x4.sub(f32x4.splat(255), f32x4.mul(f32x4.convert_i32x4_s(values), scales))
  // A float of 2²³ and more has no fraction: its lower bits are what was added, rounded.
  const shift = f32x4.splat(8_388_608)
  return i32x4.sub(f32x4.add(f32x4.pmax(lack, f32x4.splat(0)), shift), shift)
}
