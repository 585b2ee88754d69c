import { type ComponentType, createElement, lazy, useState } from 'react';

export type Preloadable<Props extends object> = ComponentType<Props> & {
  /** Fetches the chunk and returns the component itself. */
  preload: () => Promise<ComponentType<Props>>;
};

/**
 * A component in a chunk of its own. Unlike a plain `lazy` it renders without a pause once it is loaded, which hydration
 * of a prerendered page and rendering at build time need, and which lets a preloaded dialog open in the frame in which
 * it is asked for.
 */
export function lazyPreloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchModule = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(fetchModule) as unknown as ComponentType<Props>;
  function Shown(props: Props) {
    // One or the other for as long as it lives: React would take a change for another component and drop its state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(Shown, { preload: async () => (await fetchModule()).default });
}
