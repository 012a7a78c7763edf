const narrowest = 220;
const widest = 560;
const within = (width: number): number => Math.min(widest, Math.max(narrowest, Math.round(width)));

type PaneDividerProps = { label: string; width: number; onWidth: (width: number) => void };

/** Changes the width of the pane on its left, in CSS pixels, by drag or arrow keys. */
export function PaneDivider({ label, width, onWidth }: PaneDividerProps) {
  return (
    <div
      className="divider"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator has a value; `hr` has none
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onWidth(within(width + step));
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          onWidth(within(event.clientX - event.currentTarget.parentElement!.getBoundingClientRect().left));
      }}
    />
  );
}
