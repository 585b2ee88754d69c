import { useState } from 'react';
import { useLocation } from 'wouter';
import type { School } from '../../../../contract/platform-admin.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { counted } from '../../format/counted.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SchoolForm } from './SchoolForm.tsx';
import { changeSchool, deleteSchool } from './useSchools.ts';

/** What a school is called, whose addresses are its own, and the end of it. */
export default function SettingsTab({ school, userCount }: { school: School; userCount: number }) {
  return (
    <>
      <Details school={school} />
      <DeleteSchool school={school} userCount={userCount} />
    </>
  );
}

function Details({ school }: { school: School }) {
  return (
    <Card title="School">
      <SchoolForm
        label="School"
        page={pathTo('adminSchool', { schoolId: school.id })}
        className="flex max-w-form flex-col gap-1"
        school={school}
        send={async (fields) => {
          const joined = await changeSchool(school.id, fields);
          const who = joined > 0 ? `. ${counted(joined, 'user')} joined it.` : '';
          showToast({ tone: 'done', text: `School saved${who}` });
        }}
        sentence={(error) => adminSentence(error, 'Failed to save the school')}
      >
        {(busy) => (
          <div className="mt-2">
            <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
              Save
            </Button>
          </div>
        )}
      </SchoolForm>
    </Card>
  );
}

function DeleteSchool({ school, userCount }: { school: School; userCount: number }) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [, navigate] = useLocation();

  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await deleteSchool(school.id);
      showToast({ tone: 'done', text: `${school.name} is deleted` });
      navigate(pathTo('adminDashboard'));
    } catch (error) {
      setFailure(failureOf(error, () => adminSentence(error, 'Failed to delete the school')));
      setBusy(false);
    }
  }

  return (
    <Card title="Delete school">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id="delete-school" className="text-ink-soft">
          {userCount === 0 ? 'No users belong to it.' : belongs(userCount)}
        </p>
        <Button
          variant="danger"
          aria-describedby="delete-school"
          disabled={userCount > 0}
          onClick={() => setAsking(true)}
        >
          Delete school
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          title={<span className="wrap-anywhere">Delete {school.name}?</span>}
          busy={busy}
          onClose={() => setAsking(false)}
          confirm="Delete school"
          busyLabel="Deleting..."
          onConfirm={() => void remove()}
        >
          <p>No users belong to it. This action cannot be undone.</p>
          <FormFailure failure={failure} className="mt-3" />
        </ConfirmDialog>
      )}
    </Card>
  );
}

const belongs = (count: number): string =>
  count === 1 ? '1 user belongs to it.' : `${count.toLocaleString('en-US')} users belong to it.`;
