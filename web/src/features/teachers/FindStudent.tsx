import { SearchField } from '../../lists/SearchField.tsx';
import { useDashboardPlace } from './dashboard-place.ts';

/** One search for the list and the grid: they show the same students. */
export function FindStudent({ label, className }: { label: string; className?: string }) {
  const { params, adjust } = useDashboardPlace();
  return (
    <SearchField
      label={label}
      value={params.get('q') ?? ''}
      onSearch={(text) => adjust({ q: text === '' ? undefined : text })}
      {...(className !== undefined && { className })}
    />
  );
}
