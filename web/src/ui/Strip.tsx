import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

const strips = new Set<HTMLElement>();
let sizes: ResizeObserver | undefined;

/** Tells the style sheet how much of the lower edge is taken: toasts stand above it, and no focus hides behind it. */
function measure(): void {
  const heights = Array.from(strips, ({ offsetHeight }) => offsetHeight);
  document.documentElement.style.setProperty('--strip-height', `${Math.max(0, ...heights)}px`);
}

function keepFree(strip: HTMLElement): () => void {
  sizes ??= new ResizeObserver(measure);
  strips.add(strip);
  sizes.observe(strip);
  return () => {
    strips.delete(strip);
    sizes?.unobserve(strip);
    measure();
  };
}

interface StripProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A notice along the lower edge of the window. */
export function Strip({ label, className, children }: StripProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => (strip.current ? keepFree(strip.current) : undefined), []);
  return (
    <aside
      ref={strip}
      aria-label={label}
      className={cx('bottom-0 border-t pb-[env(safe-area-inset-bottom)]', className)}
    >
      {children}
    </aside>
  );
}
