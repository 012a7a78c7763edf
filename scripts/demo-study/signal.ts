import type { Sequence, Tissue } from './tables.ts';

/**
 * Relative MR signal of a tissue in a sequence (proton density 1 = CSF), 0 to about 1.
 * Spin echo: PD(1−e^(−TR/T1))e^(−TE/T2); inversion recovery: PD|1−2e^(−TI/T1)+e^(−TR/T1)|e^(−TE/T2);
 * spoiled gradient echo at the flip angle; diffusion: spin echo times e^(−bD), fat suppressed.
 * After contrast 1/T1 grows by the tissue's uptake. Source: Bernstein, King, Zhou, Handbook of MRI
 * Pulse Sequences (2004), chapters 14, 16, 17.
 */
export function relativeSignal(tissue: Tissue, sequence: Sequence): number {
  const uptake = sequence.contrast ? tissue.uptake : 0;
  const t1 = 1 / (1 / tissue.t1 + uptake / 1000);
  const decay = tissue.pd * Math.exp(-sequence.te / tissue.t2);
  const saturation = Math.exp(-sequence.tr / t1);
  if (sequence.kind === 'ir')
    return decay * Math.abs(1 - 2 * Math.exp(-(sequence.ti ?? 0) / t1) + saturation);
  if (sequence.kind === 'gre') {
    const angle = ((sequence.flip ?? 90) * Math.PI) / 180;
    return (decay * Math.sin(angle) * (1 - saturation)) / (1 - Math.cos(angle) * saturation);
  }
  const spinEcho = decay * (1 - saturation);
  if (sequence.kind === 'se') return spinEcho;
  const suppressed = tissue.fat ? 0.06 : 1;
  return spinEcho * suppressed * Math.exp(-(sequence.b ?? 0) * tissue.adc * 1e-6);
}
