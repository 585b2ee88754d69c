import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { sayFailure } from './failure-toasts.ts';
import { type Managed } from './managed.ts';
import type { PeopleAct } from './PeopleDialog.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { changeRoles, type SchoolRole } from './people-acts.ts';
import type { Person } from './people-words.ts';

const PeopleDialog = lazyPart(() => import('./PeopleDialog.tsx'));

type PersonActsProps = {
  managed: Managed;
  person: Person;
  /** They are archived: their page is nobody's any more. */
  onGone: () => void;
  /** Another role has another page. */
  onRole: (role: SchoolRole) => void;
};

/** The menu on a person's page. */
export function PersonActs({ managed, person, onGone, onRole }: PersonActsProps) {
  const [act, setAct] = useState<PeopleAct>();

  async function become(role: SchoolRole): Promise<void> {
    try {
      await changeRoles(managed, [person], role);
      onRole(role);
    } catch (error) {
      sayFailure(error, 'Failed to update role');
    }
  }

  return (
    <>
      <PersonMenu person={person} onAct={setAct} onRole={(role) => void become(role)} />
      {act && (
        <PeopleDialog
          act={act}
          managed={managed}
          people={[person]}
          onClose={(isGone = false) => {
            setAct(undefined);
            if (isGone) onGone();
          }}
          onMissing={() => setAct(undefined)}
        />
      )}
    </>
  );
}
