import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { useTheme } from './theme.ts';

/** Both icons stand in the page and the theme shows one: the right one is there before the script is. */
export function ThemeToggle() {
  const { dark, toggle } = useTheme();
  return (
    <IconButton
      title={dark ? 'Switch to light mode' : 'Switch to dark mode'}
      icon={
        <>
          <Moon className="dark:hidden" aria-hidden="true" />
          <Sun className="hidden dark:block" aria-hidden="true" />
        </>
      }
      onClick={toggle}
    />
  );
}
