import type { Language, LocalText } from './local-text.ts';
import { inLanguage, languages } from './local-text.ts';
import type { Rubric } from './rubric.ts';

/** One thing in a rubric that makes raters read it differently; it can be used all the same. */
export type RubricFinding = {
  /** JSON Pointer into the rubric. */
  pointer: string;
  kind:
    | 'same-anchor'
    | 'vague-word'
    | 'thin-anchor'
    | 'weights-do-not-sum'
    | 'language-missing'
    | 'no-safety';
  /** The word, the anchor or the sum that was found. */
  found: string;
};

/** Words that leave the line between two points to the rater. */
const vague: readonly RegExp[] = [
  /\b(adequate(ly)?|appropriate(ly)?|reasonabl[ey]|satisfactory|acceptable|good|poor(ly)?|fair(ly)?|sufficient(ly)?|somewhat|relatively|generally)\b/iu,
  /(较好|较差|良好|一般|适当|恰当|基本上|尚可|比较)/u,
];

const plain = (text: string): string => text.trim().toLocaleLowerCase().replaceAll(/\s+/gu, ' ');

/** Texts in the languages that a rubric has; a plain string counts for English. */
function textsOf(text: LocalText): { language: Language; text: string }[] {
  if (typeof text === 'string') return [{ language: 'en', text }];
  return languages.flatMap((language) => {
    const own = text[language];
    return own === undefined ? [] : [{ language, text: own }];
  });
}

/**
 * What makes a rubric hard to read alike: points with the same anchor, anchors of one or two words, words that leave the
 * line to the rater, weights that sum to neither 1 nor 100, a language that only some texts have, no safety dimension.
 * @example lintRubric(rubric).map(({ pointer, kind }) => `${pointer}: ${kind}`)
 */
export function lintRubric(rubric: Rubric): RubricFinding[] {
  const findings: RubricFinding[] = [];
  const bilingual = typeof rubric.title !== 'string' && rubric.title.zh !== undefined;
  const check = (pointer: string, text: LocalText): void => {
    if (bilingual && (typeof text === 'string' || text.zh === undefined))
      findings.push({ pointer, kind: 'language-missing', found: 'zh' });
    for (const each of textsOf(text))
      for (const pattern of vague) {
        const word = pattern.exec(each.text)?.[0];
        if (word !== undefined) findings.push({ pointer, kind: 'vague-word', found: word });
      }
  };
  rubric.dimensions.forEach((dimension, at) => {
    const place = `/dimensions/${at}`;
    const { anchors } = dimension.scale;
    anchors.forEach(({ text, value }, index) => {
      const pointer = `${place}/scale/anchors/${index}/text`;
      check(pointer, text);
      const english = inLanguage(text, 'en');
      // A yes or no needs no sentence.
      if (anchors.length > 2 && english.split(/\s+/u).length < 3 && english.length < 12)
        findings.push({ pointer, kind: 'thin-anchor', found: english });
      const twin = anchors.find(
        (other) => other.value < value && plain(inLanguage(other.text, 'en')) === plain(english),
      );
      if (twin) findings.push({ pointer, kind: 'same-anchor', found: english });
    });
  });
  rubric.errors.forEach(({ definition }, at) => check(`/errors/${at}/definition`, definition));
  const sum = rubric.dimensions.reduce((all, { weight }) => all + weight, 0);
  if (Math.abs(sum - 1) > 1e-9 && Math.abs(sum - 100) > 1e-9)
    findings.push({
      pointer: '/dimensions',
      kind: 'weights-do-not-sum',
      found: String(Number(sum.toFixed(6))),
    });
  if (!rubric.dimensions.some(({ safety }) => safety))
    findings.push({ pointer: '/dimensions', kind: 'no-safety', found: 'none' });
  return findings;
}

/** A finding as a sentence for whoever wrote the rubric. */
export function findingText({ pointer, kind, found }: RubricFinding): string {
  const texts: Record<RubricFinding['kind'], string> = {
    'same-anchor': `two points have the anchor "${found}"`,
    'vague-word': `"${found}" leaves the line between two points to the rater`,
    'thin-anchor': `"${found}" does not say what earns the point`,
    'weights-do-not-sum': `the weights sum to ${found}, neither 1 nor 100; they are normalised`,
    'language-missing': 'the title is in Chinese too, this text is not',
    'no-safety': 'no dimension is marked for safety, so the gate counts no dangerous cells',
  };
  return `${pointer}: ${texts[kind]}`;
}
