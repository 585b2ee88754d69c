import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { EMAIL_MAX, USERNAME_MAX } from '../../../../domain/accounts.ts';
import { ROLES, roleLabel } from '../../../../domain/roles.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useSchools } from './useSchools.ts';
import { changeUser, leaveIfGone } from './useUsers.ts';

type EditUserDialogProps = { user: ManagedUser; onClose: (isGone?: boolean) => void };

export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const schools = useSchools().data ?? [];
  const form = useSubmit(
    async (data) => {
      const school = textOf(data, 'school_id');
      try {
        await changeUser(user.id, {
          email: textOf(data, 'email').trim() || null,
          username: textOf(data, 'username').trim() || null,
          school_id: school === '' ? null : Number(school),
          role: ROLES.find((role) => role === textOf(data, 'role')) ?? user.role,
        });
      } catch (error) {
        if (leaveIfGone(user.id, error)) return onClose(true);
        throw error;
      }
      showToast({ tone: 'done', text: 'User updated successfully' });
      onClose();
    },
    (error) => adminSentence(error, 'Failed to update user'),
  );

  return (
    <FormDialog
      title="Edit User"
      form={form}
      submit="Save Changes"
      busyLabel="Saving..."
      onClose={() => onClose()}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        required={user.role !== 'school_admin'}
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
        hint="Changing the school or role logs them out everywhere."
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {roleLabel(role)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
