import { useId, useState } from 'react';

type NumberFieldProps = {
  label: string;
  value: number;
  min?: number;
  max?: number;
  /** 1 where left out: whole numbers only. */
  step?: number;
  warning?: string;
  onChange: (value: number) => void;
};

/** A number with its label; what is not a number in range is shown as wrong and not handed on. */
export function NumberField({ label, value, min, max, step = 1, warning, onChange }: NumberFieldProps) {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  const read = (typed: string): number | null => {
    const number = Number(typed);
    const inRange = number >= (min ?? -Infinity) && number <= (max ?? Infinity);
    return typed.trim() !== '' && inRange && (step !== 1 || Number.isInteger(number)) ? number : null;
  };
  const wrong = text !== null && read(text) === null;
  return (
    <span className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={text ?? value}
        aria-invalid={wrong}
        {...(warning === undefined ? {} : { 'aria-describedby': `${id}-warning` })}
        onChange={(event) => {
          const number = read(event.target.value);
          setText(event.target.value);
          if (number !== null) onChange(number);
        }}
        onBlur={() => setText(null)}
      />
      {warning !== undefined && (
        <small id={`${id}-warning`} className="problem">
          {warning}
        </small>
      )}
    </span>
  );
}
