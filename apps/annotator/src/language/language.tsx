import type { Language } from '@concord/rubric/model/local-text';
import { languages } from '@concord/rubric/model/local-text';
import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';

const storageKey = 'concord.language';

/** The stored choice, else the first of the browser's languages that we have, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  const known = languages.find((language) => language === stored);
  if (known) return known;
  for (const tag of browser) {
    const match = languages.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (match) return match;
  }
  return 'en';
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

type LanguageChoice = { language: Language; setLanguage: (language: Language) => void };
const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => undefined });

/** Holds the language of the page, keeps `<html lang>` in step, and stores the reader's choice. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, choose] = useState(() => preferredLanguage(readStored(), navigator.languages));
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const setLanguage = useCallback((next: Language) => {
    choose(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }, []);
  const value = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);

/**
 * Messages of one area, the same keys in each language: texts, or functions that give a text.
 * English gives the type; a missing or superfluous Chinese key does not compile.
 */
export type Catalogue<Messages> = Readonly<Record<Language, Messages>>;

/** Texts of English with their literal types widened, so that Chinese can fill them. */
export type MessagesOf<English> = {
  readonly [Key in keyof English]: English[Key] extends string
    ? string
    : English[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : MessagesOf<English[Key]>;
};

/** The messages of an area in the page's language. */
export function useMessages<Messages>(catalogue: Catalogue<Messages>): Messages {
  return catalogue[useLanguage().language];
}
