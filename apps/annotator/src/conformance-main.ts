import type { ViewerSeries } from '@concord/rubric/model/imaging';
import * as cornerstone from 'cornerstone-core';
import { decodeFrame } from './features/image-viewer/decode/decode-frame.ts';
import { readHeader } from './features/image-viewer/decode/dicom-header.ts';
import { errorSentence } from './features/image-viewer/decode/image-error.ts';
import type { GreyPixels } from './features/image-viewer/geometry/grey-levels.ts';
import { presetWindow, rendererWindow } from './features/image-viewer/geometry/window.ts';
import { forgetPictures, loadPicture } from './features/image-viewer/loader/image-loader.ts';
import { pictureSource, seriesLevels } from './features/image-viewer/series-levels.ts';

type Summary = { min: number; max: number; sum: number };
type Question = {
  series: ViewerSeries;
  /** Place of the image in the series. */
  slice: number;
  imagePath: string;
  /** Positions in row-major order that are told one by one. */
  indices: readonly number[] | null;
};

function summarise(values: ArrayLike<number>): Summary {
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
  }
  return { min, max, sum };
}

async function hashOf(stored: GreyPixels): Promise<string | null> {
  if (stored instanceof Float32Array || stored instanceof Float64Array) return null;
  const digest = await crypto.subtle.digest('SHA-256', Int32Array.from(stored));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const pick = (values: ArrayLike<number>, indices: readonly number[]): (number | null)[] =>
  indices.map((index) => values[index] ?? null);

/** Values before and after the modality transform, as the decoder gives them. */
async function valuesOf(url: string, frame: number, indices: readonly number[] | null) {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const decoded = await decodeFrame(readHeader(bytes), frame);
  if (decoded.kind === 'colour') {
    const rgb = decoded.rgba.filter((_, at) => at % 4 !== 3);
    return { stored: summarise(rgb), modality: summarise(rgb) };
  }
  const { pixels, stored, slope, intercept } = decoded;
  const modality = Float64Array.from(pixels, (value) => value * slope + intercept);
  return {
    stored: { ...summarise(stored), sha256Int32LE: await hashOf(stored) },
    modality: summarise(modality),
    ...(indices && {
      samples: { index: indices, stored: pick(stored, indices), modality: pick(modality, indices) },
    }),
  };
}

/** The picture as the reading room paints it, at one screen pixel an image pixel, neither turned nor flipped. */
async function pictureOf({ series, slice, indices }: Question, imageUrl: () => string) {
  const source = pictureSource(series, slice, imageUrl);
  if (!source) throw new Error('no such slice');
  const [image, levels] = await Promise.all([loadPicture(source), seriesLevels(series, imageUrl)]);
  const element = document.createElement('div');
  element.style.cssText = `width:${image.columns}px;height:${image.rows}px`;
  document.body.replaceChildren(element);
  cornerstone.enable(element);
  try {
    const painted = new Promise((done) => {
      element.addEventListener('cornerstoneimagerendered', done, { once: true });
    });
    const view = cornerstone.getDefaultViewportForImage(element, image);
    const window = image.color
      ? { center: 127.5, width: 255 }
      : presetWindow('header', series.label, series.window, levels);
    if (!window) throw new Error('This picture holds nothing but padding.');
    view.voi = image.color
      ? { windowCenter: window.center, windowWidth: window.width }
      : rendererWindow(window);
    view.invert = image.invert;
    view.scale = 1;
    view.translation = { x: 0, y: 0 };
    cornerstone.displayImage(element, image, view);
    await painted;
    const canvas = element.querySelector('canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, image.columns, image.rows).data ?? [];
    const grey = Uint8Array.from({ length: image.columns * image.rows }, (_, at) => data[at * 4] ?? 0);
    return {
      width: image.columns,
      height: image.rows,
      sum: summarise(grey).sum,
      ...(indices && { samples: pick(grey, indices) }),
    };
  } finally {
    cornerstone.disable(element);
    forgetPictures();
  }
}

/** Called by the conformance program for each file. */
async function showFrame(question: Question): Promise<unknown> {
  try {
    const image = question.series.images[question.slice];
    if (!image) throw new Error('no such slice');
    const imageUrl = (): string => question.imagePath;
    const values = image.format === 'dicom' ? await valuesOf(imageUrl(), image.frame, question.indices) : {};
    return { status: 'shown', message: null, ...values, picture: await pictureOf(question, imageUrl) };
  } catch (error) {
    return { status: 'refused', message: errorSentence(error) };
  }
}

Object.assign(globalThis, { showFrame });
document.documentElement.dataset['ready'] = 'true';
