/** What a key does in the viewer, for the host's `?` sheet. Active only while focus is inside the viewer. */
export const viewerKeys = [
  { action: 'slicePrevious', keys: ['ArrowUp', 'ArrowLeft'], en: 'Previous slice', zh: '上一层' },
  { action: 'sliceNext', keys: ['ArrowDown', 'ArrowRight'], en: 'Next slice', zh: '下一层' },
  { action: 'pageBack', keys: ['PageUp'], en: 'Five slices back', zh: '后退五层' },
  { action: 'pageForward', keys: ['PageDown'], en: 'Five slices on', zh: '前进五层' },
  { action: 'sliceFirst', keys: ['Home'], en: 'First slice', zh: '第一层' },
  { action: 'sliceLast', keys: ['End'], en: 'Last slice', zh: '最后一层' },
  { action: 'seriesPrevious', keys: ['['], en: 'Previous series', zh: '上一序列' },
  { action: 'seriesNext', keys: [']'], en: 'Next series', zh: '下一序列' },
  { action: 'layout', keys: ['l'], en: 'Next layout: 1, 2, 3, 4 viewports', zh: '切换布局' },
  { action: 'preset', keys: ['w'], en: 'Next window preset', zh: '切换窗宽窗位预设' },
  { action: 'invert', keys: ['i'], en: 'Invert', zh: '反相' },
  { action: 'link', keys: ['m'], en: 'Scroll together on or off', zh: '联动滚动开关' },
  { action: 'zoomIn', keys: ['+', '='], en: 'Zoom in', zh: '放大' },
  { action: 'zoomOut', keys: ['-'], en: 'Zoom out', zh: '缩小' },
  { action: 'rotate', keys: ['o'], en: 'Turn clockwise by a quarter', zh: '顺时针旋转 90°' },
  { action: 'flipAcross', keys: ['h'], en: 'Swap left and right', zh: '左右翻转' },
  { action: 'flipDown', keys: ['v'], en: 'Swap top and bottom', zh: '上下翻转' },
  { action: 'actual', keys: ['1'], en: 'One image pixel on one screen pixel', zh: '1:1 显示' },
  { action: 'fit', keys: ['0'], en: 'Fit the picture', zh: '适合窗口' },
  { action: 'length', keys: ['d'], en: 'Measure a length', zh: '测量长度' },
  { action: 'angle', keys: ['a'], en: 'Measure an angle', zh: '测量角度' },
  { action: 'rectangle', keys: ['b'], en: 'Mean and SD in a box', zh: '矩形内均值与标准差' },
  { action: 'ellipse', keys: ['e'], en: 'Mean and SD in an ellipse', zh: '椭圆内均值与标准差' },
  { action: 'probe', keys: ['p'], en: 'Value of a pixel', zh: '像素值' },
  { action: 'magnifier', keys: ['z'], en: 'Magnifying glass', zh: '放大镜' },
  {
    action: 'crosshair',
    keys: ['x'],
    en: 'Crosshair: the same point in every plane',
    zh: '十字定位：各平面同一点',
  },
  {
    action: 'references',
    keys: ['t'],
    en: 'Lines of the active slice on the other planes',
    zh: '参考线开关',
  },
  {
    action: 'removeMark',
    keys: ['Delete', 'Backspace'],
    en: 'Take the last measurement off',
    zh: '删除最后一个测量',
  },
  { action: 'cine', keys: ['c'], en: 'Play or stop the slices', zh: '播放或停止电影' },
  { action: 'cineSlower', keys: [','], en: 'Play slower', zh: '放慢播放' },
  { action: 'cineFaster', keys: ['.'], en: 'Play faster', zh: '加快播放' },
  { action: 'fullscreen', keys: ['f'], en: 'Images on the full screen, and back', zh: '影像全屏开关' },
  { action: 'reset', keys: ['r'], en: 'Reset window, zoom, turn and position', zh: '重置' },
] as const;

export type ViewerAction = (typeof viewerKeys)[number]['action'];

/** Action of a key press, or null: with a modifier, in a field, or for a key that means nothing here. */
export function keyAction(event: KeyboardEvent): ViewerAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const target = event.target as HTMLElement | null;
  if (target?.closest('input, textarea, select, [contenteditable="true"]')) return null;
  const found = viewerKeys.find((entry) => (entry.keys as readonly string[]).includes(event.key));
  return found?.action ?? null;
}
