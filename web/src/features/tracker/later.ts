import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';

export type Later<Props extends object> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/**
 * A part in a chunk of its own. Unlike a plain `lazy` it is drawn without a pause once it has been fetched: what was
 * fetched ahead opens in the frame in which it is asked for.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Later = lazy(fetchPart) as unknown as ComponentType<Props>;
  function Part(props: Props) {
    // One or the other for as long as it lives: it would be drawn anew, and forget its state, by the change.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return createElement(Shown, props);
  }
  return Object.assign(Part, { fetch: fetchPart });
}

/** Time enough for what is on the screen to have settled. */
export const ONCE_QUIET = 500;

/** Fetches a part before anybody asks for it. Should that fail, drawing the part asks again. */
export function useFetchAhead(
  part: { fetch: () => Promise<unknown> } | undefined,
  milliseconds: number,
): void {
  useEffect(() => {
    const timer = setTimeout(() => void part?.fetch().catch(() => undefined), milliseconds);
    return () => clearTimeout(timer);
  }, [part, milliseconds]);
}
