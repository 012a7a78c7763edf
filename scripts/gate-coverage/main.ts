import { performance } from 'node:perf_hooks';
import { caseJackknifeZ } from '@concord/rubric/gate/case-jackknife-z';
import type { Pair } from '@concord/rubric/stats/data';
import { isDefined } from '@concord/rubric/stats/estimate';
import { pearsonFisher } from '@concord/rubric/stats/pearson';
import { randomNormal } from '@concord/rubric/stats/random-normal';

// How often the interval of r that the gate uses misses a true r of 0.90: designs of corpus/stats/peers/coverage.R
// (quality of cases and responses, 3 raters on whole points 0–5, a grader with an error that a case's responses may share).
// The spread of the grader's error is tuned so that the true r is 0.90. Usage: main.js [sets], 20,000 unless given.
const sets = Number(process.argv[2] ?? 20_000);
const trueR = 0.9;
const raters = 3;
const level = 0.95;

const clip = (value: number): number => Math.min(5, Math.max(0, value));

/** One data set; ids are padded so that their order is that of the numbers. */
function draw(cases: number, perCase: number, shared: number, error: number, normal: () => number): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at < cases; at += 1) {
    const caseQuality = 2.5 + normal();
    const caseError = shared * normal();
    const caseId = String(at).padStart(6, '0');
    for (let i = 0; i < perCase; i += 1) {
      const quality = caseQuality + normal();
      let consensus = 0;
      for (let rater = 0; rater < raters; rater += 1)
        consensus += clip(Math.round(quality + 0.5 * normal())) / raters;
      pairs.push({
        itemId: String(i),
        caseId,
        consensus,
        grader: clip(quality + caseError + error * normal()),
      });
    }
  }
  return pairs;
}

/** r of a very large sample; the same seed gives the same random numbers, so that it moves smoothly with `error`. */
function rOf(cases: number, perCase: number, shared: number, error: number, seed: number): number {
  const normal = randomNormal(seed, 0);
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let at = 0; at < cases; at += 1) {
    for (const pair of draw(1, perCase, shared, error, normal)) {
      const a = pair.consensus - 2.5;
      const b = pair.grader - 2.5;
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
  }
  const n = cases * perCase;
  return (xy - (x * y) / n) / Math.sqrt((xx - (x * x) / n) * (yy - (y * y) / n));
}

/** The error at which r is 0.90, by the secant rule: r is almost straight in it. */
function tune(perCase: number, shared: number): number {
  const size = 500_000;
  let [before, now] = [0.4, 0.6];
  let rBefore = rOf(size, perCase, shared, before, 7);
  for (let step = 0; step < 4; step += 1) {
    const r = rOf(size, perCase, shared, now, 7);
    if (Math.abs(r - trueR) < 1e-6) break;
    const next = now + ((trueR - r) * (now - before)) / (r - rBefore);
    [before, now, rBefore] = [now, next, r];
  }
  return now;
}

const percent = (count: number): string => {
  const share = count / sets;
  return `${(100 * share).toFixed(2)} ± ${(100 * Math.sqrt((share * (1 - share)) / sets)).toFixed(2)}`;
};

process.stdout.write(
  `${sets} sets for each design; share (%) ± Monte Carlo error; nominal 2.5 % on each side\n\n` +
    '| shared case error | cases × responses | true r | false pass, gate | false fail, gate | false pass, Fisher z on items |\n' +
    '| ---: | ---: | ---: | ---: | ---: | ---: |\n',
);
const started = performance.now();
for (const shared of [0, 0.45]) {
  for (const perCase of [4, 8]) {
    const error = tune(perCase, shared);
    const check = rOf(500_000, perCase, shared, error, 11);
    for (const cases of [25, 40, 100]) {
      let [falsePass, falseFail, fisherPass] = [0, 0, 0];
      for (let set = 0; set < sets; set += 1) {
        const pairs = draw(cases, perCase, shared, error, randomNormal(1000 + cases * 10 + perCase, set));
        const gate = caseJackknifeZ(pairs, level).estimate;
        const fisher = pearsonFisher(pairs);
        if (isDefined(gate) && gate.interval && gate.interval.low > trueR) falsePass += 1;
        if (isDefined(gate) && gate.interval && gate.interval.high < trueR) falseFail += 1;
        if (isDefined(fisher) && fisher.interval && fisher.interval.low > trueR) fisherPass += 1;
      }
      process.stdout.write(
        `| ${shared} | ${cases} × ${perCase} | ${check.toFixed(4)} | ${percent(falsePass)} | ${percent(falseFail)} | ${percent(fisherPass)} |\n`,
      );
    }
  }
}
process.stdout.write(`\n${((performance.now() - started) / 1000).toFixed(0)} s\n`);
