/**
 * Into `sums`, 64-bit floats: the sum of the sizes of second differences along every second row where `mask` has
 * nothing, and how many there are.
 */
export function secondDifferences(values: usize, mask: usize, width: i32, height: i32, sums: usize): void {
  let sum: i64 = 0
  let count = 0
  for (let y = 0; y < height; y += 2) {
    const end = (y + 1) * width - 1
    let at = y * width + 1
    let rowSum = i32x4.splat(0)
    for (; at + 8 <= end; at += 8) {
      const ink = v128.or(
        v128.or(v128.load8x8_u(mask + at - 1), v128.load8x8_u(mask + at)),
        v128.load8x8_u(mask + at + 1)
      )
      const counted = i16x8.eq(ink, i16x8.splat(0))
      const outer = i16x8.add(v128.load8x8_u(values + at - 1), v128.load8x8_u(values + at + 1))
      const size = i16x8.abs(i16x8.sub(outer, i16x8.shl(v128.load8x8_u(values + at), 1)))
      rowSum = i32x4.add(rowSum, i32x4.extadd_pairwise_i16x8_s(v128.and(size, counted)))
      count += popcnt(i16x8.bitmask(counted))
    }
    sum += sumOf(rowSum)
    for (; at < end; at++) {
      if ((load<u8>(mask + at - 1) | load<u8>(mask + at) | load<u8>(mask + at + 1)) !== 0) continue
      sum += abs(
        <i32>load<u8>(values + at - 1) - 2 * <i32>load<u8>(values + at) + <i32>load<u8>(values + at + 1)
      )
      count += 1
    }
  }
  store<f64>(sums, <f64>sum)
  store<f64>(sums + 8, count)
}

/**
 * Into `sums`, three whole numbers: the sizes of the differences between samples and what is `reach` to the right, how
 * many are none, and how many at most 2.
 */
export function differences(
  values: usize,
  width: i32,
  height: i32,
  step: i32,
  reach: i32,
  sums: usize
): void {
  let sum = 0
  let none = 0
  let small = 0
  for (let y = 0; y < height; y += step) {
    const row = values + y * width
    for (let x = 0; x < width; x += step) {
      const size = abs(<i32>load<u8>(row + x) - <i32>load<u8>(row + min(x + reach, width - 1)))
      sum += size
      none += i32(size === 0)
      small += i32(size <= 2)
    }
  }
  store<i32>(sums, sum)
  store<i32>(sums + 4, none)
  store<i32>(sums + 8, small)
}

function sumOf(four: v128): i64 {
  const pairs = i64x2.add(i64x2.extend_low_i32x4_s(four), i64x2.extend_high_i32x4_s(four))
  return i64x2.extract_lane(pairs, 0) + i64x2.extract_lane(pairs, 1)
}
