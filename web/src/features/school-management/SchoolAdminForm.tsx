import { PASSWORD_MIN } from '../../../../domain/accounts.ts';
import { call } from '../../api/call.ts';
import { textOf } from '../../api/useSubmit.ts';
import { Field } from '../../ui/Field.tsx';
import type { FoldedFormProps } from '../../ui/useFold.ts';
import { type Managed } from './managed.ts';
import { NewPersonForm } from './NewPersonForm.tsx';

async function makeAdmin(managed: Managed, form: FormData): Promise<void> {
  await call('POST /schooladmin/register', {
    as: 'platformAdmin',
    json: {
      username: textOf(form, 'username').trim(),
      password: textOf(form, 'password'),
      school_id: Number(managed.schoolId),
    },
  });
}

export function SchoolAdminForm({ managed, ...fold }: FoldedFormProps & { managed: Managed }) {
  return (
    <NewPersonForm
      managed={managed}
      label="Add School Admin"
      fold={fold}
      submit="Create School Admin"
      send={(form) => makeAdmin(managed, form)}
      done="School admin created successfully!"
      failed="Failed to create school admin"
      onDone={fold.onClose}
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
