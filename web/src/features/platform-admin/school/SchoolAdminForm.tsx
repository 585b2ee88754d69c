import { PASSWORD_MIN } from '../../../../../domain/accounts.ts';
import { call } from '../../../api/call.ts';
import { textOf } from '../../../api/useSubmit.ts';
import { Field } from '../../../ui/Field.tsx';
import { NewPersonForm } from './NewPersonForm.tsx';

async function makeAdmin(schoolId: string, form: FormData): Promise<void> {
  await call('POST /schooladmin/register', {
    as: 'platformAdmin',
    json: {
      username: textOf(form, 'username').trim(),
      password: textOf(form, 'password'),
      school_id: Number(schoolId),
    },
  });
}

export function SchoolAdminForm({ schoolId, onDone }: { schoolId: string; onDone: () => void }) {
  return (
    <NewPersonForm
      schoolId={schoolId}
      label="Add School Admin"
      className="pt-2 pb-4"
      submit="Create School Admin"
      send={(form) => makeAdmin(schoolId, form)}
      done="School admin created successfully!"
      failed="Failed to create school admin"
      onDone={onDone}
    >
      {(busy) => (
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
      )}
    </NewPersonForm>
  );
}
