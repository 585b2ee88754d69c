import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { counted } from '../../format/counted.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { PrintSlips } from '../../layout/PrintSlips.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Table } from '../../ui/Table.tsx';
import { type Managed } from './managed.ts';
import { type NewPassword, resetPasswords } from './people-acts.ts';
import { type Person, peopleIn } from './people-words.ts';
import { guardPasswords } from './shown-once.ts';
import { copyPasswords, downloadPasswords } from './take-passwords.ts';
import { useGroupsOf } from './useSchoolGroups.ts';
import { useSchoolName } from './useSchoolName.ts';

type ResetManyDialogProps = { managed: Managed; people: readonly Person[]; onClose: () => void };

const UNSURE = {
  sentence: 'The new passwords did not arrive.',
  hint: 'They may have been reset anyway. Reset them again to see the new passwords.',
};

/** New passwords for many at once. They are seen once, and nothing but their own button closes what shows them. */
export function ResetManyDialog({ managed, people, onClose }: ResetManyDialogProps) {
  const [passwords, setPasswords] = useState<readonly NewPassword[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const hasPasswords = passwords.length > 0;
  const school = useSchoolName(managed);
  const groupsOf = useGroupsOf(managed);
  // Closing the page would lose them.
  useEffect(() => (hasPasswords ? guardPasswords() : undefined), [hasPasswords]);

  async function run(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await resetPasswords(managed, people, (more) => setPasswords((now) => [...now, ...more]));
    } catch (error) {
      setFailure(failureOf(error, () => adminSentence(error, 'Failed to reset the passwords'), UNSURE));
    }
    setBusy(false);
  }

  if (!hasPasswords)
    return (
      <Dialog
        open
        size="small"
        title={`New passwords for ${peopleIn(people)}?`}
        busy={busy}
        onClose={onClose}
        footer={
          <>
            <Button disabled={busy} onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button variant="danger" busy={busy} busyLabel="Resetting..." onClick={() => void run()}>
              Reset {people.length.toLocaleString('en-US')} passwords
            </Button>
          </>
        }
      >
        <p>They are logged out everywhere and choose their own when they next log in.</p>
        <FormFailure failure={failure} className="mt-3" />
      </Dialog>
    );
  return (
    <Dialog
      open
      title={counted(passwords.length, 'new password')}
      description="They are shown only once. Pass them on in person."
      busy
      onClose={onClose}
      footer={
        <Button variant="primary" busy={busy} busyLabel="Resetting..." onClick={onClose}>
          I have noted the passwords
        </Button>
      }
    >
      <FormFailure failure={failure} className="mb-3 empty:hidden" />
      <div className="mb-3 flex flex-wrap gap-2">
        <PrintSlips
          slips={passwords.map((one) => ({
            ...one,
            name: people.find(({ id }) => id === one.id)?.name ?? undefined,
            group: groupsOf.get(one.id)?.join(', '),
          }))}
          school={school}
        />
        <Button
          size="small"
          icon={<Download className="size-4" aria-hidden="true" />}
          onClick={() => downloadPasswords(passwords)}
        >
          Download CSV
        </Button>
        <Button
          size="small"
          icon={<Copy className="size-4" aria-hidden="true" />}
          onClick={() => void copyPasswords(passwords)}
        >
          Copy
        </Button>
      </div>
      <Table caption="New passwords">
        <thead>
          <tr>
            <th scope="col">Username</th>
            <th scope="col">Password</th>
          </tr>
        </thead>
        <tbody>
          {passwords.map(({ id, username, password }) => (
            <tr key={id} className="wrap-anywhere">
              <td>{username}</td>
              <td>
                <code className="select-all">{password}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
