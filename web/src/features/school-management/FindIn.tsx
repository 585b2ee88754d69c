import { counted } from '../../format/counted.ts';
import { SearchField } from '../../lists/SearchField.tsx';

type FindInProps = {
  label: string;
  words: string;
  found: number;
  /** One of what is found, 'student'. */
  what: string;
  onSearch: (words: string) => void;
};

/** Finds somebody in a list beside it, and tells who cannot see it how many are left. */
export function FindIn({ label, words, found, what, onSearch }: FindInProps) {
  return (
    <>
      <SearchField label={label} className="" value={words} onSearch={onSearch} />
      <p role="status" className="sr-only">
        {words !== '' && `${counted(found, what)} found`}
      </p>
    </>
  );
}
