export type NotePart = { kind: 'heading' | 'text'; text: string };

/**
 * A note as headings and texts between them. Only lines that begin with `#` marks are taken as Markdown: everything
 * else is shown as it was written, lists and tables included.
 */
export function noteParts(note: string): NotePart[] {
  const parts: NotePart[] = [];
  let lines: string[] = [];
  const close = (): void => {
    const text = lines.join('\n').replace(/^\s*\n|\n\s*$/gu, '');
    if (text.trim() !== '') parts.push({ kind: 'text', text });
    lines = [];
  };
  for (const line of note.split(/\r?\n/u)) {
    const heading = /^#{1,6}[ \t]+(.+?)[ \t]*#*$/u.exec(line)?.[1];
    if (heading === undefined) lines.push(line);
    else {
      close();
      parts.push({ kind: 'heading', text: heading });
    }
  }
  close();
  return parts;
}
