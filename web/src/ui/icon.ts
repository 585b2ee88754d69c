import { createElement, type ReactNode, type SVGProps } from 'react';

/**
 * Draws an icon of lucide-react, which the build has made into one path (see build/slim-icons.ts). It takes the place of the
 * package's own drawing code (see build/direct-icons.ts), which also does sizes, colours and classes by name that no
 * page here asks for, in ten times the bytes. Hidden from screen readers unless it is given a name.
 */
export default function createIcon(d: string) {
  const path = createElement('path', { d });
  return function Icon(props: SVGProps<SVGSVGElement>): ReactNode {
    const named = 'aria-label' in props || 'aria-labelledby' in props || 'role' in props;
    return createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': named ? undefined : true,
        ...props,
      },
      path,
    );
  };
}
