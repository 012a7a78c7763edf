import { cpus, totalmem } from 'node:os';

/** The machine in words for the foot of a table: cores, processor, memory, Node. */
export function machine(): string {
  const list = cpus();
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${list.length} cores (${list[0]?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

/** Quantile of the sorted values by nearest rank; `share` from 0 to 1. Throws where there is no value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new RangeError('no values measured');
  return found;
}

/** Prints a table of right-aligned cells under a title. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  process.stdout.write(`\n${title}\n`);
  for (const row of rows)
    process.stdout.write(`  ${row.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  ')}\n`);
}
