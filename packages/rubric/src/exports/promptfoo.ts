import { inLanguage } from '../model/local-text.ts';
import type { Language } from '../model/local-text.ts';
import type { Dimension } from '../model/rubric.ts';
import type { CalibrationReport } from '../report/calibration-report.ts';
import type { Export, ExportOptions } from './manifest.ts';
import { validatedGrader } from './manifest.ts';

type Provider = { id: string; config: Record<string, string | number | boolean | null> };

/** One assertion of a promptfoo configuration: an LLM judge of one dimension, score 0 to 1. */
export type PromptfooAssertion = {
  type: 'llm-rubric';
  metric: string;
  weight: number;
  threshold: number;
  provider: Provider;
  rubricPrompt: string;
  value: string;
};

/** The part of a promptfoo configuration that grades; prompts, providers under test and cases are the user's own. */
export type PromptfooConfig = {
  description: string;
  defaultTest: {
    options: { provider: Provider; rubricPrompt: string };
    metadata: Record<string, string>;
    threshold: number;
    assert: PromptfooAssertion[];
  };
};

function dimensionText({ title, help, scale }: Dimension, language: Language): string {
  const anchors = scale.anchors
    .toSorted((a, b) => a.value - b.value)
    .map((anchor) => `  ${anchor.value}: ${inLanguage(anchor.text, language)}`);
  return [
    `Dimension: ${inLanguage(title, language)}`,
    ...(help ? [inLanguage(help, language)] : []),
    `Scale ${scale.min} to ${scale.max}:`,
    ...anchors,
    `Report score = (points - ${scale.min}) / ${scale.max - scale.min}, a number from 0 to 1.`,
  ].join('\n');
}

/** Places of a grader's prompt and the variable of promptfoo that fills them; `case` and `question` are test vars. */
const placeholders: Readonly<Record<string, string>> = {
  answer: 'output',
  output: 'output',
  response: 'output',
  rubric: 'rubric',
  criterion: 'rubric',
  case: 'case',
  question: 'question',
  reference: 'reference',
};

/** The calibrated prompt with its places filled by promptfoo; what it lacks of answer and criterion comes after it. */
function rubricPrompt(prompt: string): string {
  const filled = new Set<string>();
  const template = prompt.replaceAll(
    /\{\{\s*(\w+)\s*\}\}|\{[{%#]/g,
    (found: string, name: string | undefined) => {
      const variable = name === undefined ? undefined : placeholders[name];
      if (variable === undefined)
        // Other braces of the calibrated prompt are text, not tags of promptfoo's template language.
        return found.replace(/^\{[{%#]/, (opening) => `{{ "${opening}" }}`);
      filled.add(variable);
      return `{{ ${variable} }}`;
    },
  );
  return [
    template,
    ...(filled.has('output') ? [] : ['Answer to grade:', '{{ output }}']),
    ...(filled.has('rubric') ? [] : ['Criterion:', '{{ rubric }}']),
    'Reply with JSON only: {"reason": "one sentence", "score": 0.0, "pass": true}. Set pass to true whenever the answer can be graded.',
  ].join('\n\n');
}

/**
 * A promptfoo configuration of a validated grader: one `llm-rubric` assertion per weighted dimension, weights summing
 * to 1, so that promptfoo's weighted mean is the total / 100. Threshold and provider are always written, because
 * promptfoo else passes replies without `pass` and takes whatever judge has a key. A threshold of 0 only records.
 * The calibration was made on the grader's own prompt with all dimensions in one reply; this rendering asks one by one.
 * @example promptfooConfig(report, 'close', { file, digest, language: 'en', threshold: 0 })
 */
export function promptfooConfig(
  report: CalibrationReport,
  graderId: string,
  options: Pick<ExportOptions, 'file' | 'digest'> & { language: Language; threshold?: number },
): Export<PromptfooConfig> {
  const found = validatedGrader(report, graderId, options);
  if ('refused' in found) return found;
  const { provider, model, parameters, promptHash } = found.content.pinned;
  const judge: Provider = { id: `${provider}:${model}`, config: { ...parameters } };
  const prompt = rubricPrompt(options.file.prompt);
  const threshold = options.threshold ?? 0;
  const { rubric, rubricHash } = report.study;
  const weighted = rubric.dimensions.filter((dimension) => dimension.weight > 0);
  const sum = weighted.reduce((total, { weight }) => total + weight, 0);
  return {
    content: {
      description: `${report.study.synthetic ? 'SYNTHETIC DEMONSTRATION DATA. ' : ''}${inLanguage(rubric.title, options.language)} ${rubric.version}, grader ${graderId}; research use, not for diagnosis`,
      defaultTest: {
        options: { provider: judge, rubricPrompt: prompt },
        metadata: {
          rubricHash,
          promptHash,
          inputsDigest: report.inputsDigest,
          verdict: 'pass',
          synthetic: String(report.study.synthetic),
        },
        threshold,
        assert: weighted.map((dimension) => ({
          type: 'llm-rubric',
          metric: dimension.id,
          weight: dimension.weight / sum,
          threshold,
          provider: judge,
          rubricPrompt: prompt,
          value: dimensionText(dimension, options.language),
        })),
      },
    },
  };
}
