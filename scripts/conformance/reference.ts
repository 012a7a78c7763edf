import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const summary = z.object({ min: z.number(), max: z.number(), sum: z.number() });

const referenceSchema = z.object({
  error: z.string().optional(),
  samplesPerPixel: z.number().optional(),
  stored: summary.extend({ sha256Int32LE: z.string().optional() }).optional(),
  modality: summary.optional(),
  samples: z
    .object({
      index: z.array(z.number()),
      stored: z.array(z.number().nullable()),
      modality: z.array(z.number().nullable()),
    })
    .optional(),
  picture: z
    .object({ width: z.number(), height: z.number(), sum: z.number(), samples: z.array(z.number()) })
    .optional(),
});

/** What another program reads in a file: frame 0, `samples.index` are positions in row-major order. */
export type Reference = z.infer<typeof referenceSchema>;

/** Reads a `REFERENCE.json`: by file, relative to its folder. Throws a sentence where it is none. */
export async function readReferences(path: string): Promise<Map<string, Reference>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new Error(`${path}: found no such file; expected a REFERENCE.json`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(
      `${path}: found ${error instanceof Error ? error.message : 'no JSON'}; expected a JSON object of files`,
      { cause: error },
    );
  }
  const parsed = z.record(z.string(), referenceSchema).safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${path}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return new Map(Object.entries(parsed.data));
}
