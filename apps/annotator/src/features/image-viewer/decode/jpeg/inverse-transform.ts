/**
 * Inverse cosine transform of 8 × 8 blocks in integers: the factorisation of Loeffler, Ligtenberg and Moschytz
 * (ICASSP 1989) with 13 fraction bits. T.81 leaves the rounding open; this one is what the common decoders do, so that
 * lossy pictures have the same values here as elsewhere.
 */
const fractionBits = 13;
const fixed = (value: number): number => Math.round(value * 2 ** fractionBits);
const [c0298, c0390, c0541, c0765, c0899, c1175] = [
  fixed(0.298631336),
  fixed(0.390180644),
  fixed(0.5411961),
  fixed(0.765366865),
  fixed(0.899976223),
  fixed(1.175875602),
];
const [c1501, c1847, c1961, c2053, c2562, c3072] = [
  fixed(1.50132111),
  fixed(1.847759065),
  fixed(1.96157056),
  fixed(2.053119869),
  fixed(2.562915447),
  fixed(3.072711026),
];

/** One row or column in place: eight values from `start`, `step` apart, rounded down by `bits` fraction bits. */
function transformLine(block: Float64Array, start: number, step: number, bits: number): void {
  const at = (index: number): number => block[start + index * step] as number;
  const shared = (at(2) + at(6)) * c0541;
  const even2 = shared - at(6) * c1847;
  const even3 = shared + at(2) * c0765;
  const even0 = (at(0) + at(4)) * 2 ** fractionBits;
  const even1 = (at(0) - at(4)) * 2 ** fractionBits;

  const z5 = (at(7) + at(3) + at(5) + at(1)) * c1175;
  const z1 = -(at(7) + at(1)) * c0899;
  const z2 = -(at(5) + at(3)) * c2562;
  const z3 = -(at(7) + at(3)) * c1961 + z5;
  const z4 = -(at(5) + at(1)) * c0390 + z5;
  const odd0 = at(7) * c0298 + z1 + z3;
  const odd1 = at(5) * c2053 + z2 + z4;
  const odd2 = at(3) * c3072 + z2 + z3;
  const odd3 = at(1) * c1501 + z1 + z4;

  const unit = 2 ** bits;
  const put = (index: number, value: number): void => {
    block[start + index * step] = Math.floor((value + unit / 2) / unit);
  };
  put(0, even0 + even3 + odd3);
  put(7, even0 + even3 - odd3);
  put(1, even1 + even2 + odd2);
  put(6, even1 + even2 - odd2);
  put(2, even1 - even2 + odd1);
  put(5, even1 - even2 - odd1);
  put(3, even0 - even3 + odd0);
  put(4, even0 - even3 - odd0);
}

/** Transforms a block of 64 dequantised coefficients, row by row, in place into samples around 0. */
export function inverseTransform(block: Float64Array, precision: number): void {
  // Bits kept between the two passes: what leaves room for 32-bit sums in decoders of 12-bit samples.
  const kept = precision > 8 ? 1 : 2;
  for (let column = 0; column < 8; column += 1) transformLine(block, column, 8, fractionBits - kept);
  for (let row = 0; row < 8; row += 1) transformLine(block, row * 8, 1, fractionBits + kept + 3);
}
