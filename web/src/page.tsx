import { type ComponentType, createElement, lazy } from 'react';

export type PageProps = { params: Record<string, string> };

export type Page = ComponentType<PageProps> & {
  /** Fetches the page's chunk; afterwards it renders at once. Returns the component itself. */
  preload: () => Promise<ComponentType<PageProps>>;
};

/**
 * A page in a chunk of its own. Unlike a plain `lazy` it renders without a pause once it is loaded, which hydration of
 * a prerendered page and rendering at build time both need.
 */
export function page(load: () => Promise<{ default: ComponentType<PageProps> }>): Page {
  let loaded: ComponentType<PageProps> | undefined;
  const fetchPage = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Later = lazy(fetchPage);
  const Shown = (props: PageProps) => createElement(loaded ?? Later, props);
  return Object.assign(Shown, { preload: async () => (await fetchPage()).default });
}
