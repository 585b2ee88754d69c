import { useContext, useState } from 'react';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { PartOfDialog } from '../PartOfDialog.tsx';
import { SlotsContext } from '../slots.ts';
import { hasWords, noteRead } from './words.ts';

/** What teachers wrote about a paper, if any did. Fetched only then. */
export function WordsPart({ paper }: { paper: PaperId }) {
  const { Words } = useContext(SlotsContext);
  const key = completionKey(paper);
  const [hasAny] = useState(() => hasWords(key));
  if (!Words || !hasAny) return null;
  return (
    <PartOfDialog of={Words} room="mb-5 h-16" missing="Messages need a connection.">
      <Words paperKey={key} onRead={() => noteRead(key)} />
    </PartOfDialog>
  );
}
