import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { besideField, detailOf } from '../../api/failure.ts';
import { useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormPage } from '../../layout/FormPage.tsx';
import { forgetToken, useLinkToken } from '../../navigation/link-token.ts';
import { pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { CHANGE_UNSURE } from './change-password.ts';
import { LoginLinks } from './LoginLinks.tsx';
import { DEAD_LINK } from './mailed-token.ts';
import { NewPasswordFields, newPasswordIn } from './NewPassword.tsx';

/** Where the link for a forgotten password leads. */
export default function ResetPage() {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<'changed' | 'dead'>();
  const form = useSubmit(
    async (data) => {
      const json = { token: token ?? '', new_password: newPasswordIn(data) };
      try {
        await besideField(call('POST /password/reset', { as: 'nobody', json }), {
          new_password: /^Password/,
        });
        setOutcome('changed');
        forgetToken();
      } catch (error) {
        if (detailOf(error) !== DEAD_LINK) throw error;
        setOutcome('dead');
      }
    },
    (error) => detailOf(error) ?? 'Failed to change the password',
    { unsure: CHANGE_UNSURE },
  );
  const isDead = outcome === 'dead' || (outcome === undefined && token === '');
  const words = () => {
    if (isDead) return DEAD_LINK;
    return outcome === 'changed'
      ? 'Your password is changed. Log in with it.'
      : 'You will be logged out everywhere.';
  };
  return (
    <FormPage
      title="Choose a new password"
      subtitle={<span role="status">{words()}</span>}
      failure={form.failure}
      links={<LoginLinks />}
    >
      {isDead && (
        <Link href={pathTo('forgot')} asChild>
          <ButtonLink variant="primary" block>
            Send a new one
          </ButtonLink>
        </Link>
      )}
      {!isDead && outcome === undefined && <PasswordForm form={form} />}
    </FormPage>
  );
}

function PasswordForm({ form }: { form: ReturnType<typeof useSubmit> }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusAfter(place, focusHeading);
  return (
    <div ref={place}>
      <Form
        page={pathTo('reset')}
        form={form}
        aria-label="Choose a new password"
        className="flex flex-col gap-2"
      >
        <NewPasswordFields />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Saving...">
          Save password
        </Button>
      </Form>
    </div>
  );
}
