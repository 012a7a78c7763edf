import { useCallback, useState } from 'react';

/** A preference kept in the browser under a versioned key; what cannot be read is the default. */
export function usePreference<Value extends number | boolean>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const key = `concord.preference.1.${name}`;
  const [value, setValue] = useState<Value>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof stored === typeof initial ? (stored as Value) : initial;
    } catch {
      return initial;
    }
  });
  const choose = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage the preference lasts as long as the page.
      }
    },
    [key],
  );
  return [value, choose];
}
