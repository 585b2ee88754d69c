import type { PaperId } from '../../../../../domain/completion-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PaperFacts } from '../PaperFacts.tsx';
import { WordsPart } from './WordsPart.tsx';

/** What a teacher wrote about a paper that is not ticked: reading it asks for nothing, and ticks nothing. */
export function WordsDialog({ paper, onClose }: { paper: PaperId; onClose: () => void }) {
  return (
    <Dialog
      open
      size="small"
      title="A word on this paper"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <PaperFacts paper={paper} />
      <WordsPart paper={paper} />
    </Dialog>
  );
}
