import type { EvidencePlace } from '@concord/rubric/model/evidence';

/** A text of the screen that evidence can lie in, as its element names it: `answer 0`, `note n1`. */
export type TextSource = { kind: 'answer'; round: number } | { kind: 'note'; noteId: string };

export const sourceKey = (source: TextSource): string =>
  source.kind === 'answer' ? `answer ${source.round}` : `note ${source.noteId}`;

/** The place of a part of a text. */
export function textPlace(source: TextSource, text: string, start: number, end: number): EvidencePlace {
  return { ...source, start, end, quote: text.slice(start, end) };
}

/** Sentences of a text with their offsets, white space around them left out. */
export function sentencesOf(text: string, language: 'en' | 'zh'): { start: number; end: number }[] {
  const segmenter = new Intl.Segmenter(language === 'zh' ? 'zh-CN' : 'en', { granularity: 'sentence' });
  // Lines first: a list item is a sentence of its own, full stop or not.
  return [...text.matchAll(/[^\n]+/gu)].flatMap(({ 0: line, index }) =>
    Array.from(segmenter.segment(line), ({ segment, index: at }) => {
      const lead = segment.length - segment.trimStart().length;
      return { start: index + at + lead, end: index + at + segment.trimEnd().length };
    }).filter(({ start, end }) => end > start),
  );
}

/** Offset of a point of the document within an element's text, by the texts before it. */
function offsetIn(element: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(node, offset);
  return before.toString().length;
}

/**
 * What the reader has selected, where it lies in one text that evidence can point to; null for none, or for a selection
 * over several. White space at its ends is left out. `textOf` gives the whole text behind an element's key.
 */
export function selectedPlace(
  selection: Selection | null,
  sources: ReadonlyMap<string, { source: TextSource; text: string }>,
): EvidencePlace | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const holder = (node: Node): HTMLElement | null =>
    (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-evidence]') ?? null;
  const element = holder(range.startContainer);
  if (!element || element !== holder(range.endContainer)) return null;
  const found = sources.get(element.dataset['evidence'] ?? '');
  if (!found) return null;
  const shift = Number(element.dataset['start'] ?? 0);
  const start = shift + offsetIn(element, range.startContainer, range.startOffset);
  const end = shift + offsetIn(element, range.endContainer, range.endOffset);
  const quote = found.text.slice(start, end);
  const lead = quote.length - quote.trimStart().length;
  const trimmed = { start: start + lead, end: start + quote.trimEnd().length };
  return trimmed.end > trimmed.start ? textPlace(found.source, found.text, trimmed.start, trimmed.end) : null;
}
