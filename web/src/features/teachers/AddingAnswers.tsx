import { CircleAlert, CircleCheck, Clock, Copy, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusAfter } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Answer } from './add-students.ts';
import InvitationPanel, { ASKED_FIRST, giveFocusBack, type Invited } from './InvitationPanel.tsx';
import { copyLink } from './students.ts';

const LOOKS = {
  active: { icon: CircleCheck, colour: 'text-done' },
  pending: { icon: Clock, colour: 'text-part' },
  failed: { icon: CircleAlert, colour: 'text-danger' },
};

/** What became of several addresses, a line each. */
export default function AddingAnswers({ answers, onClose }: { answers: Answer[]; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [uncopied, setUncopied] = useState<Invited>();
  useFocusAfter(box, giveFocusBack);
  const added = answers.filter(({ status }) => status !== 'failed').length;
  return (
    <div ref={box} className="grid grid-cols-1 gap-3">
      {uncopied && (
        <InvitationPanel
          key={uncopied.email}
          invited={uncopied}
          isUncopied
          onClose={() => setUncopied(undefined)}
        />
      )}
      <section aria-label="Answers" className="rounded-md border border-line">
        <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3">
          <h3 className="flex-1 text-body tabular-nums">
            {added} of {answers.length} added
          </h3>
          <IconButton title="Close the answers" size="small" icon={<X />} onClick={onClose} />
        </div>
        <ul className="max-h-80 divide-y divide-line overflow-y-auto">
          {answers.map((answer) => (
            <AnswerLine key={answer.email} answer={answer} onUncopied={setUncopied} />
          ))}
        </ul>
      </section>
    </div>
  );
}

type AnswerLineProps = { answer: Answer; onUncopied: (answer: Invited | undefined) => void };

function AnswerLine({ answer, onUncopied }: AnswerLineProps) {
  const { icon: Icon, colour } = LOOKS[answer.status];
  return (
    <li className="flex items-start gap-2 py-2 pr-1 pl-3">
      <Icon className={`mt-0.5 size-4.5 shrink-0 ${colour}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{answer.email}</p>
        <p className="text-small text-ink-soft">
          {answer.sentence}
          {answer.status === 'failed' && answer.hint && ` ${answer.hint}`}
          {answer.status === 'pending' && ` ${ASKED_FIRST}`}
        </p>
      </div>
      {answer.status === 'pending' && (
        <IconButton
          title="Copy invitation link"
          aria-label={`Copy invitation link of ${answer.email}`}
          size="small"
          icon={<Copy />}
          onClick={() =>
            void copyLink(answer.link).then((isCopied) => onUncopied(isCopied ? undefined : answer))
          }
        />
      )}
    </li>
  );
}
