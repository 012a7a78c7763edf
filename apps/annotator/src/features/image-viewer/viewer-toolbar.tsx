import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { ReactElement, ReactNode } from 'react';
import type { Window, WindowPreset } from './geometry/window.ts';
import { usableHeader, windowPresets } from './geometry/window.ts';
import { layouts } from './use-cells.ts';
import type { Cells } from './use-cells.ts';
import type { Tool } from './use-marks.ts';
import type { ViewerAction } from './viewer-keys.ts';

/** Drawn, for fonts often lack the sign. */
const icon = (path: string): ReactElement => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="1.4" />
  </svg>
);
const toolIcons: Readonly<Record<Exclude<Tool, 'window'>, ReactElement>> = {
  length: icon('M1 11L11 1M1 8l3 3M8 1l3 3'),
  angle: icon('M11 10H1L9 2M6 10a5 5 0 0 0-1.6-3.6'),
  rectangle: icon('M1.5 2.5h9v7h-9z'),
  ellipse: icon('M6 2a5 4 0 1 0 .01 0z'),
  probe: icon('M6 1v3M6 8v3M1 6h3M8 6h3M6 5.4v1.2'),
  magnifier: icon('M5 1.5a3.5 3.5 0 1 0 .01 0zM7.6 7.6L11 11'),
  crosshair: icon('M6 0v12M0 6h12M6 3a3 3 0 1 0 .01 0z'),
};
const toolNames: Readonly<Record<Exclude<Tool, 'window'>, readonly [string, string]>> = {
  length: ['Length (d)', '长度 (d)'],
  angle: ['Angle (a)', '角度 (a)'],
  rectangle: ['Mean and SD in a box (b)', '矩形内均值与标准差 (b)'],
  ellipse: ['Mean and SD in an ellipse (e)', '椭圆内均值与标准差 (e)'],
  probe: ['Pixel value (p)', '像素值 (p)'],
  magnifier: ['Magnifying glass (z)', '放大镜 (z)'],
  crosshair: ['Crosshair: the same point in every plane (x)', '十字定位：各平面同一点 (x)'],
};
const presetNames: Readonly<Record<WindowPreset, readonly [string, string]>> = {
  header: ['Header', '原始窗'],
  auto: ['Auto', '自动'],
  brain: ['Brain', '脑'],
  wide: ['Wide', '宽'],
};

interface ToolbarProps {
  readonly cells: Cells;
  readonly tool: Tool;
  readonly linked: boolean;
  readonly lines: boolean;
  readonly cine: { readonly playing: boolean; readonly rate: number };
  readonly zh: boolean;
  readonly run: (action: ViewerAction) => void;
}

const sameWindow = (a: Window | null, b: Window): boolean => a?.center === b.center && a.width === b.width;

/** The windows that a series offers: the header's, each of them where it gives several, and those made from its values. */
function Windows({ cells, zh }: { cells: Cells; zh: boolean }): ReactElement {
  const { cell, series, active, change } = cells;
  const others: ViewerSeries['otherWindows'] = series?.otherWindows ?? [];
  const at = zh ? 1 : 0;
  return (
    <>
      {windowPresets.map((preset) => (
        <button
          key={preset}
          type="button"
          title={`${presetNames[preset][at]} (w)`}
          aria-pressed={cell?.preset === preset && cell.window === null}
          disabled={preset === 'header' && !usableHeader(series?.window ?? null)}
          onClick={() => change(active, { preset, window: null })}
        >
          {presetNames[preset][at]}
        </button>
      ))}
      {others.map((window, index) => (
        <button
          key={`${window.center} ${window.width}`}
          type="button"
          title={`W ${window.width} L ${window.center}`}
          aria-pressed={sameWindow(cell?.window ?? null, window)}
          onClick={() => change(active, { preset: 'header', window })}
        >
          {presetNames.header[at]} {index + 2}
        </button>
      ))}
    </>
  );
}

/** Layouts, windows and tools of the viewer. */
export function ViewerToolbar({ cells, tool, linked, lines, cine, zh, run }: ToolbarProps): ReactElement {
  const at = zh ? 1 : 0;
  const { cell, layout } = cells;
  const button = (action: ViewerAction, text: ReactNode, name: string, pressed?: boolean): ReactElement => (
    <button type="button" aria-label={name} title={name} aria-pressed={pressed} onClick={() => run(action)}>
      {text}
    </button>
  );
  return (
    <div className="iv-toolbar" role="toolbar" aria-label={zh ? '影像工具' : 'Image tools'}>
      {layouts.map((n) => (
        <button
          key={n}
          type="button"
          aria-pressed={layout === n}
          aria-label={zh ? `${n} 个视口` : `${n} viewport${n > 1 ? 's' : ''}`}
          title={zh ? `${n} 个视口 (l)` : `${n} viewport${n > 1 ? 's' : ''} (l)`}
          onClick={() => cells.setLayout(n)}
        >
          {n}
        </button>
      ))}
      <i />
      <Windows cells={cells} zh={zh} />
      <i />
      {button('invert', '◐', zh ? '反相 (i)' : 'Invert (i)', cell?.invert === true)}
      {button('link', '⇅', zh ? '联动滚动 (m)' : 'Scroll together (m)', linked)}
      {button('references', icon('M0 4h12M4 0v12'), zh ? '参考线 (t)' : 'Reference lines (t)', lines)}
      {button('zoomOut', '−', zh ? '缩小 (-)' : 'Zoom out (-)')}
      {button('zoomIn', '+', zh ? '放大 (+)' : 'Zoom in (+)')}
      {button('actual', '1:1', zh ? '1:1 显示 (1)' : '1:1, an image pixel on a screen pixel (1)')}
      {button('rotate', '↻', zh ? '顺时针旋转 90° (o)' : 'Turn by a quarter (o)')}
      {button(
        'flipAcross',
        '⇋',
        zh ? '左右翻转 (h)' : 'Swap left and right (h)',
        cell?.turn.mirrored === true,
      )}
      <i />
      {(Object.keys(toolIcons) as (keyof typeof toolIcons)[]).map((name) => (
        <span key={name}>{button(name, toolIcons[name], toolNames[name][at], tool === name)}</span>
      ))}
      <i />
      {button(
        'cine',
        cine.playing ? `■ ${cine.rate}/s` : '▶',
        zh ? '播放或停止 (c)，, 与 . 调速' : 'Play or stop (c), speed by , and .',
        cine.playing,
      )}
      {button('fullscreen', icon('M1 4V1h3M8 1h3v3M11 8v3H8M4 11H1V8'), zh ? '全屏 (f)' : 'Full screen (f)')}
      {button('reset', '↺', zh ? '重置 (r)' : 'Reset (r)')}
    </div>
  );
}
