import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { enterSchoolAdmin, logoutSchoolAdmin, useSchoolAdminChooses } from '../../session/admins.ts';
import { enter, logout, useSession } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { CHANGE_UNSURE, changePassword, changeSentence, keepGiven, readGiven } from './change-password.ts';
import { NewPasswordFields } from './NewPassword.tsx';

/** Before anything else, for whoever logs in with a password that somebody else made. */
export default function ChoosePasswordPage() {
  const isSchoolAdmin = useSchoolAdminChooses();
  const session = useSession();
  const [, navigate] = useLocation();
  const [given] = useState(readGiven);

  const form = useSubmit(
    async (data) => {
      const token = await changePassword(isSchoolAdmin ? 'schoolAdmin' : 'user', data);
      keepGiven(undefined);
      // From here the page they wanted opens by itself.
      if (isSchoolAdmin) enterSchoolAdmin(token);
      else await enter(token);
    },
    changeSentence,
    { unsure: CHANGE_UNSURE },
  );

  function leave() {
    keepGiven(undefined);
    navigate(pathTo(isSchoolAdmin ? 'schoolAdminLogin' : 'login'));
    if (isSchoolAdmin) logoutSchoolAdmin();
    else logout();
  }

  return (
    <FormPage
      title="Choose your own password"
      subtitle="Someone gave you this password. Choose one only you know."
      failure={form.failure}
      header={
        <Button variant="ghost" size="small" className="max-sm:px-2" onClick={leave}>
          Logout
        </Button>
      }
    >
      <Form
        page={pathTo('choosePassword')}
        form={form}
        aria-label="Choose your own password"
        className="flex flex-col gap-2"
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={(session.status === 'user' && session.user.username) || ''}
          readOnly
          hidden
        />
        {given === undefined ? (
          <Field
            label="Password you were given"
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
          />
        ) : (
          <input type="hidden" name="current_password" value={given} />
        )}
        <NewPasswordFields />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Saving...">
          Save and go on
        </Button>
      </Form>
    </FormPage>
  );
}
