import { z } from 'zod';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** A text in one language, or in English with a Simplified Chinese version. */
export const localTextSchema = z.union([
  z.string().min(1),
  z.strictObject({ en: z.string().min(1), zh: z.string().min(1).optional() }),
]);
export type LocalText = z.infer<typeof localTextSchema>;

/** The text in the wanted language, else in English. */
export function inLanguage(text: LocalText, language: Language): string {
  if (typeof text === 'string') return text;
  return (language === 'zh' ? text.zh : undefined) ?? text.en;
}
