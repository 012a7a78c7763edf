import { curationEn } from './curation-en.ts';
import { curationZh } from './curation-zh.ts';
import type { Catalogue, MessagesOf } from './language.tsx';

export type CurationMessages = MessagesOf<typeof curationEn>;
export const curationMessages: Catalogue<CurationMessages> = { en: curationEn, zh: curationZh };
