import type { ResponseLine } from '@concord/rubric/contract/bundle/response';
import type { StudyFile } from '@concord/rubric/contract/bundle/study';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import type { BundleCase, IngestedFinding } from './study-bundle.ts';

const vendors =
  'chat ?gpt|gpt-?\\s?\\d[\\w.-]*|open ?ai|anthropic|claude|gemini|med-?gemma|gemma|deep ?mind|llama(?:-?\\d[\\w.]*)?|mistral|mixtral|qwen[\\w.-]*|deep ?seek|grok|copilot|kimi|moonshot|glm-?\\d[\\w.]*|chat ?glm|baichuan|internvl|internlm|llava[\\w-]*|med-?palm|palm 2|ernie|yi-\\d+b|hugging ?gpt|huatuo ?gpt';
const english = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:as|i am|i'm|i’m) an? (?:ai|artificial intelligence|large language model|language model|llm|multimodal)[\\w -]{0,30}?(?:model|assistant|system)?|${vendors})(?![\\p{L}\\p{N}])`,
  'giu',
);
const chinese =
  /(?:作为|我是)(?:一个|一款|一名)?(?:人工智能|AI|大型?语言模型|语言模型|大模型)[助手模型]*|通义千问|文心一言|讯飞星火|智谱清言|百川智能|深度求索|混元|豆包/giu;

const spans = (text: string, pattern: RegExp): { start: number; end: number; text: string }[] =>
  [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));

/** Places where a text names the machine that wrote it; UTF-16 offsets. `names`: respondents of the study. */
export function findAuthorship(
  text: string,
  names: string[] = [],
): { start: number; end: number; text: string }[] {
  const own = termPattern(names);
  const all = [...spans(text, english), ...spans(text, chinese), ...(own ? spans(text, own) : [])];
  all.sort((left, right) => left.start - right.start || right.end - left.end);
  const out: typeof all = [];
  for (const span of all) if (span.start >= (out.at(-1)?.end ?? 0)) out.push(span);
  return out;
}

/** Whole terms, longest first; Chinese has no word borders. */
function termPattern(terms: string[]): RegExp | null {
  const usable = [...new Set(terms.map((term) => term.trim()).filter((term) => term.length >= 2))];
  if (usable.length === 0) return null;
  const parts = usable
    .sort((left, right) => right.length - left.length)
    .map((term) => {
      const safe = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
      return /\p{Script=Han}/u.test(term) ? safe : `(?<![\\p{L}\\p{N}])${safe}(?![\\p{L}\\p{N}])`;
    });
  return new RegExp(parts.join('|'), 'giu');
}

/** Everything that would break the blind: answers that name their author, case texts that state the reference. */
export function findRevealing(input: {
  respondents: StudyFile['respondents'];
  cases: BundleCase[];
  tasks: TaskLine[];
  responses: ResponseLine[];
}): IngestedFinding[] {
  const findings: IngestedFinding[] = [];
  const names = input.respondents
    .filter((respondent) => respondent.kind === 'model')
    .flatMap((respondent) => [respondent.name, ...(respondent.family ? [respondent.family] : [])]);
  for (const response of input.responses) {
    const texts: [string, string][] = [
      ...(response.answer === undefined ? [] : [['answer', response.answer] as [string, string]]),
      ...(response.rounds ?? []).map((text, index) => [`rounds/${index}`, text] as [string, string]),
    ];
    for (const [where, text] of texts)
      for (const span of findAuthorship(text, names))
        findings.push({ kind: 'author-named', responseId: response.id, caseId: null, where, ...span });
  }
  for (const { file, record, notes } of input.cases) {
    const references = input.tasks
      .filter((task) => task.case === file.id)
      .flatMap((task) => task.reference ?? []);
    const pattern = termPattern(
      references.flatMap((reference) => [
        ...(reference.diagnosis ? [reference.diagnosis] : []),
        ...(reference.terms ?? []),
      ]),
    );
    if (!pattern) continue;
    const texts: [string, string][] = [
      ['summary', file.summary],
      ...notes.map((note) => [`note/${note.noteId}`, note.text] as [string, string]),
      ...record.flatMap((entry): [string, string][] => [
        [`record/${entry.entryId}/label`, entry.label],
        ...(entry.value === null ? [] : [[`record/${entry.entryId}/value`, entry.value] as [string, string]]),
      ]),
    ];
    for (const [where, text] of texts)
      for (const span of spans(text, pattern))
        findings.push({ kind: 'reference-stated', responseId: null, caseId: file.id, where, ...span });
  }
  return findings;
}
