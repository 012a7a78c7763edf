import { languages } from '@concord/rubric/model/local-text';
import { useLanguage } from './language.tsx';

const names = { en: 'English', zh: '中文' } as const;
const groupName = { en: 'Language', zh: '语言' } as const;

/** Buttons that switch the language of the page; each is named in its own language. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  return (
    <fieldset className="language-switch" aria-label={groupName[language]}>
      {languages.map((choice) => (
        <button
          key={choice}
          type="button"
          className="quiet"
          lang={choice === 'zh' ? 'zh-CN' : 'en'}
          aria-pressed={choice === language}
          onClick={() => setLanguage(choice)}
        >
          {names[choice]}
        </button>
      ))}
    </fieldset>
  );
}
