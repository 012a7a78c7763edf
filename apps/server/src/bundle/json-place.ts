import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/**
 * Where values stand in a JSON text: the 1-based line of the value at a path, or of the nearest value around it where
 * there is none. The text is parsed at the first question only.
 */
export function jsonLines(text: string): (path: readonly (string | number)[]) => number | null {
  let tree: Node | undefined;
  return (path) => {
    tree ??= parseTree(text);
    if (!tree) return null;
    for (let length = path.length; length >= 0; length -= 1) {
      const node = findNodeAtLocation(tree, path.slice(0, length));
      if (node) return lineAt(text, node.offset);
    }
    return null;
  };
}

/** Parses JSON, or says on which line it stops being JSON and why. A byte order mark is allowed. */
export function parseJson(
  content: string,
): { ok: true; value: unknown; text: string } | { ok: false; line: number; found: string } {
  const text = content.replace(/^\uFEFF/, '');
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch {
    if (text.trim() === '') return { ok: false, line: 1, found: 'an empty file' };
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    const [first] = errors;
    if (!first) return { ok: false, line: 1, found: 'a text that is no JSON' };
    const words = printParseErrorCode(first.error)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
    const near = JSON.stringify(text.slice(first.offset, first.offset + 24));
    return { ok: false, line: lineAt(text, first.offset), found: `${words} at ${near}` };
  }
}
