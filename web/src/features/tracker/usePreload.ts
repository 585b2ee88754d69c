import { useEffect } from 'react';

/** Time enough for what is on the screen to have settled. */
const ONCE_QUIET = 500;

/** Preloads a component before anybody asks for it. Should that fail, drawing the component fetches it again. */
export function usePreload(component: { preload: () => Promise<unknown> } | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => void component?.preload().catch(() => undefined), ONCE_QUIET);
    return () => clearTimeout(timer);
  }, [component]);
}
