import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  /** What it is sorted and searched by. */
  by: (row: Row) => string | number;
  show?: (row: Row) => ReactNode;
};

/** A list with search, sort and count; `empty` says the next step where there are no rows at all. */
export function SortableTable<Row>(props: {
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  empty: ReactNode;
}) {
  const words = useMessages(curationMessages);
  const { language } = useLanguage();
  const [sought, seek] = useState('');
  const [order, setOrder] = useState<{ key: string; down: boolean } | null>(null);
  const searchId = useId();
  if (props.rows.length === 0) return <div className="notice">{props.empty}</div>;
  const needle = sought.trim().toLocaleLowerCase();
  const rows = props.rows.filter((row) =>
    props.columns.some((column) => String(column.by(row)).toLocaleLowerCase().includes(needle)),
  );
  const column = order ? props.columns.find((each) => each.key === order.key) : undefined;
  if (order && column) {
    const collator = new Intl.Collator(language === 'zh' ? 'zh-CN' : 'en', { numeric: true });
    rows.sort((a, b) => {
      const [left, right] = [column.by(a), column.by(b)];
      const difference =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : collator.compare(String(left), String(right));
      return order.down ? -difference : difference;
    });
  }
  const turn = (key: string) =>
    setOrder((now) => (now?.key === key ? { key, down: !now.down } : { key, down: false }));
  return (
    <>
      <div className="list-tools">
        <label htmlFor={searchId}>{words.search}</label>
        <input id={searchId} type="search" value={sought} onChange={(event) => seek(event.target.value)} />
        <span role="status">{words.shown(rows.length, props.rows.length)}</span>
      </div>
      {rows.length === 0 ? (
        <p className="notice">{words.noMatch}</p>
      ) : (
        <div className="table-scroll" role="group" aria-label={props.caption} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {props.columns.map(({ key, title }) => (
                  <th
                    key={key}
                    scope="col"
                    aria-sort={order?.key === key ? (order.down ? 'descending' : 'ascending') : 'none'}
                  >
                    <button type="button" className="sort" onClick={() => turn(key)}>
                      {title}{' '}
                      <span aria-hidden="true">{order?.key === key ? (order.down ? '▼' : '▲') : '↕'}</span>
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={props.rowKey(row)}>
                  {props.columns.map((each) => (
                    <td key={each.key} className={typeof each.by(row) === 'number' ? 'number' : undefined}>
                      {each.show ? each.show(row) : each.by(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
