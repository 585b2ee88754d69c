import { PASSWORD_MIN } from '../../../../../domain/accounts.ts';
import { adminSentence } from '../../../api/admin-failure.ts';
import { call } from '../../../api/call.ts';
import { Refused } from '../../../api/failure.ts';
import { textOf, useSubmit } from '../../../api/useSubmit.ts';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { reloadSchool } from './useSchool.ts';

const FAILED = 'Failed to create school admin';

export function SchoolAdminForm({ schoolId, onDone }: { schoolId: string; onDone: () => void }) {
  const { busy, failure, onSubmit } = useSubmit(
    async (form) => {
      const username = textOf(form, 'username').trim();
      const password = textOf(form, 'password');
      if (username === '' || password === '') throw new Refused('Enter a username and a password.');
      await call('POST /schooladmin/register', {
        as: 'platformAdmin',
        json: { username, password, school_id: Number(schoolId) },
      });
      showToast({ tone: 'done', text: 'School admin created successfully!' });
      void reloadSchool(schoolId);
      onDone();
    },
    (error) => adminSentence(error, FAILED),
  );
  return (
    <form
      noValidate
      method="post"
      action={pathTo('adminSchool', { schoolId })}
      aria-label="Add School Admin"
      className="grid grid-cols-1 gap-4 pt-2 pb-4"
      onSubmit={onSubmit}
    >
      {failure && <FormFailure failure={failure} />}
      <Field
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={busy}
        reserve={false}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        readOnly={busy}
        reserve={false}
        hint={`${PASSWORD_MIN} characters or more. Pass it on in person.`}
      />
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Creating...">
        Create School Admin
      </Button>
    </form>
  );
}
