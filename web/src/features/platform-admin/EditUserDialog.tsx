import { useId } from 'react';
import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { EMAIL_MAX, USERNAME_MAX } from '../../../../domain/accounts.ts';
import { ROLES, roleLabel } from '../../../../domain/roles.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useSchools } from './useSchools.ts';
import { changeUser } from './useUsers.ts';

export function EditUserDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const id = useId();
  const schools = useSchools().data ?? [];
  const { busy, failure, onSubmit } = useSubmit(
    async (form) => {
      const school = textOf(form, 'school_id');
      await changeUser(user.id, {
        email: textOf(form, 'email').trim(),
        username: textOf(form, 'username').trim() || null,
        school_id: school === '' ? null : Number(school),
        role: ROLES.find((role) => role === textOf(form, 'role')) ?? user.role,
      });
      showToast({ tone: 'done', text: 'User updated successfully' });
      onClose();
    },
    (error) => adminSentence(error, 'Failed to update user'),
  );

  return (
    <Dialog
      open
      size="small"
      title="Edit User"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={id}
        method="post"
        action={pathTo('adminDashboard')}
        onSubmit={onSubmit}
        className="flex flex-col gap-1"
      >
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          required
          defaultValue={user.email ?? ''}
          data-autofocus
        />
        <Field
          label="Username"
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX}
          defaultValue={user.username ?? ''}
        />
        <SelectField label="School" name="school_id" defaultValue={user.school_id ?? ''}>
          <option value="">No school</option>
          {user.school_id !== null && !schools.some((school) => school.id === user.school_id) && (
            <option value={user.school_id}>{user.school_name}</option>
          )}
          {schools.map((school) => (
            <option key={school.id} value={school.id}>
              {school.name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Role"
          name="role"
          defaultValue={user.role}
          hint="Another school or role logs them out everywhere."
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {roleLabel(role)}
            </option>
          ))}
        </SelectField>
        <FormFailure failure={failure} />
      </form>
    </Dialog>
  );
}
