import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being put on paper, which is white: the dark theme's pale ink would not be seen, so it steps
 * aside for the length of the printing.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    let wasDark = false;
    const begin = () => {
      wasDark = root.classList.contains('dark');
      root.classList.remove('dark');
      // The browser takes the page as it is when this returns.
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      if (wasDark) root.classList.add('dark');
      setPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
