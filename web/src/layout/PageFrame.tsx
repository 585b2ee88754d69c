import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { Footer } from './Footer.tsx';

/** Where the skip link and the focus after a navigation go. */
export const MAIN_ID = 'main';

/** Header, content and footer, the footer never above the lower edge of the window. */
export function PageFrame(props: { header: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col">
      {props.header}
      <main id={MAIN_ID} tabIndex={-1} className={cx('mx-auto w-full flex-1 px-4', props.className)}>
        {props.children}
      </main>
      <Footer />
    </div>
  );
}
