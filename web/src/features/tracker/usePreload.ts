import { useEffect } from 'react';
import type { Preloadable } from '../../ui/lazy-preloadable.ts';

/** Time enough for what is on the screen to have settled. */
const ONCE_QUIET = 500;

/** Preloads a component before anybody asks for it. Should that fail, drawing the component fetches it again. */
export function usePreload<Props extends object>(component: Preloadable<Props> | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => void component?.preload().catch(() => undefined), ONCE_QUIET);
    return () => clearTimeout(timer);
  }, [component]);
}
