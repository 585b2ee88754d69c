import { SITS } from '../../../../domain/papers.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { setSits, useSits } from './state/preferences.ts';

const CHOICES = SITS.map((choice) => [choice, choice === 'both' ? 'Both' : choice] as const);

/** 'I sit TZ1, TZ2, Both', once for all subjects. */
export function SitsChoice({ onChosen }: { onChosen?: () => void }) {
  const { sits } = useSits();
  return (
    <div className="flex items-center gap-2 font-medium">
      <span aria-hidden="true">I sit</span>
      <Segmented
        label="I sit"
        value={sits}
        choices={CHOICES}
        onChoose={(choice) => {
          setSits(choice);
          onChosen?.();
        }}
      />
    </div>
  );
}
