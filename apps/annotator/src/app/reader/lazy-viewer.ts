import { lazy } from 'react';

/** The viewer and its decoders are most of the bundle and no list needs them. */
export const ImageViewer = lazy(async () => {
  const module = await import('../../features/image-viewer/image-viewer.tsx');
  return { default: module.ImageViewer };
});
