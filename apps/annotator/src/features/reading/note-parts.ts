/** `start` is the UTF-16 offset of `text` in the note. */
export type NotePart = { kind: 'heading' | 'text'; text: string; start: number };

/**
 * A note as headings and texts between them. Only lines that begin with `#` marks are taken as Markdown: everything
 * else is shown as it was written, lists and tables included.
 */
export function noteParts(note: string): NotePart[] {
  const parts: NotePart[] = [];
  let from = 0;
  /** The text between two headings, without blank lines around it. */
  const close = (to: number): void => {
    const raw = note.slice(from, to);
    const lead = /^(?:[ \t]*\r?\n)*/u.exec(raw)?.[0].length ?? 0;
    const text = raw.slice(lead).trimEnd();
    if (text !== '') parts.push({ kind: 'text', text, start: from + lead });
  };
  for (const { 0: line, index } of note.matchAll(/[^\n]*(?:\n|$)/gu)) {
    const heading = /^(#{1,6}[ \t]+)(.+?)[ \t]*#*\s*$/u.exec(line);
    if (!heading) continue;
    close(index);
    parts.push({ kind: 'heading', text: heading[2] ?? '', start: index + (heading[1]?.length ?? 0) });
    from = index + line.length;
  }
  close(note.length);
  return parts;
}
