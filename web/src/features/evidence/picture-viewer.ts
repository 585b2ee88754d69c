import { useEffect } from 'react';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';

/** Where files are shown it is fetched ahead, so that a picture opens at once. */
export const PictureViewer = lazyPreloadable(() => import('../../ui/PictureViewer.tsx'));

export function usePictureViewer(): void {
  useEffect(() => {
    PictureViewer.preload().catch(() => undefined);
  }, []);
}
