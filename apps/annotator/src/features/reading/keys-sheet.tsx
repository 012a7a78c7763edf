import { useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { Dialog } from '../../theme/dialog.tsx';

/** A key as it is written on the sheet, and what it does. */
export type KeyLine = { keys: string; meaning: string };

const arrows: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→' };
/** Arrow keys as they look on the keyboard. */
const written = (keys: string): string =>
  keys.replace(/Arrow(Up|Down|Left|Right)/gu, (whole, way: string) => arrows[way] ?? whole);

type KeysSheetProps = {
  /** Keys of the image viewer, in the page's language. */
  imageKeys: readonly KeyLine[];
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
  onClose: () => void;
};

/** All keys of the reading screen, and the switch that turns the single-key ones off. */
export function KeysSheet({ imageKeys, singleKeys, onSingleKeys, onClose }: KeysSheetProps) {
  const text = useMessages(readingMessages);
  const { keyMeaning: meaning } = text;
  const groups: [string, readonly KeyLine[]][] = [
    [
      text.keysGeneral,
      [
        { keys: '?', meaning: meaning.sheet },
        { keys: 'n', meaning: meaning.next },
        { keys: 'k', meaning: meaning.evidence },
        { keys: 'Ctrl Enter', meaning: meaning.submit },
        { keys: 'g c', meaning: meaning.goCase },
        { keys: 'g i', meaning: meaning.goImages },
        { keys: 'g a', meaning: meaning.goAnswer },
        { keys: 'g s', meaning: meaning.goScores },
      ],
    ],
    [
      text.keysForm,
      [
        { keys: '0–9', meaning: meaning.digits },
        { keys: '← →', meaning: meaning.arrows },
        { keys: 'x', meaning: meaning.cannot },
        { keys: 'i', meaning: meaning.lacks },
        { keys: 'Delete', meaning: meaning.clear },
      ],
    ],
    [text.keysImages, imageKeys],
  ];
  return (
    <Dialog title={text.keysTitle} onClose={onClose}>
      <label className="choice">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
        />
        {text.keysOn}
      </label>
      <p className="muted">{text.keysHint}</p>
      {groups
        .filter(([, lines]) => lines.length > 0)
        .map(([title, lines]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="keys">
              {lines.map((line) => (
                <div key={line.keys + line.meaning}>
                  <dt>
                    <kbd>{written(line.keys)}</kbd>
                  </dt>
                  <dd>{line.meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      <div className="actions">
        <button type="button" className="primary" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
