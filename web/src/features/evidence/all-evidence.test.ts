import { expect, it } from 'vitest';
import { bySitting } from './all-evidence.ts';

const file = (public_id: string, key: string) => ({
  public_id,
  key,
  file_url: '',
  thumbnail_url: null,
  file_type: 'pdf' as const,
  original_filename: `${public_id}.pdf`,
  sizes: [],
});

it('orders files by sitting, newest first, then by paper, then as they came', () => {
  const sittings = bySitting([
    file('a', 'history_hl-2022-May-paper2'),
    file('b', 'history_hl-2023-May-paper2-TZ1'),
    file('c', 'history_hl-2023-November-paper1'),
    file('d', 'history_hl-2023-May-paper1'),
    file('e', 'history_hl-2023-May-paper2-TZ1'),
  ]);
  const told = sittings.map(({ name, papers }) => [
    name,
    ...papers.map(({ key, files }) => [key, ...files.map(({ public_id }) => public_id)]),
  ]);
  expect(told).toEqual([
    ['November 2023', ['history_hl-2023-November-paper1', 'c']],
    ['May 2023', ['history_hl-2023-May-paper1', 'd'], ['history_hl-2023-May-paper2-TZ1', 'b', 'e']],
    ['May 2022', ['history_hl-2022-May-paper2', 'a']],
  ]);
});

it('puts the essay last', () => {
  const [sitting] = bySitting([
    file('a', 'english_a_lit_hl-2023-May-essay'),
    file('b', 'english_a_lit_hl-2023-May-paper2'),
  ]);
  expect(sitting?.papers.map(({ paper }) => paper.paper)).toEqual(['paper2', 'essay']);
});
