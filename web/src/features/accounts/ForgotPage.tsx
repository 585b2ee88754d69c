import { useEffect, useRef, useState } from 'react';
import { EMAIL_MAX } from '../../../../domain/accounts.ts';
import { call } from '../../api/call.ts';
import { besideField, detailOf } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { LoginLinks } from './LoginLinks.tsx';

const SENT = 'If an account has this address, a link is on its way. It works for 30 minutes.';

/** The way back in by mail; without mail, whom to ask. */
export default function ForgotPage() {
  const mail = useIsMailOn();
  const [isSent, setIsSent] = useState(false);
  const isOffered = !isSent && mail === true;
  const words = () => {
    if (isSent) return SENT;
    if (mail === false) return 'Ask your school for a new password.';
    return isOffered ? 'We will mail you a link to choose a new one.' : '';
  };
  const form = useSubmit(
    async (data) => {
      const json = { email: textOf(data, 'email').trim() };
      await besideField(call('POST /password/forgot', { as: 'nobody', json }), { email: /^Email|^email/ });
      setIsSent(true);
    },
    (error) => detailOf(error) ?? 'The link could not be requested. Please try again.',
  );
  return (
    <FormPage
      title="Forgot your password?"
      subtitle={<span role="status">{words()}</span>}
      failure={form.failure}
      links={<LoginLinks />}
    >
      {isOffered && <AddressForm form={form} />}
    </FormPage>
  );
}

function AddressForm({ form }: { form: ReturnType<typeof useSubmit> }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusAfter(place, focusHeading);
  return (
    <div ref={place}>
      <Form
        page={pathTo('forgot')}
        form={form}
        aria-label="Forgot your password?"
        className="flex flex-col gap-2"
      >
        <Field label="Email" name="email" type="email" autoComplete="email" maxLength={EMAIL_MAX} required />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Sending...">
          Send link
        </Button>
      </Form>
    </div>
  );
}

/** Undefined until it is known. Should nobody say, asking for the link tells what is wrong. */
function useIsMailOn(): boolean | undefined {
  const [isOn, setIsOn] = useState<boolean>();
  useEffect(() => {
    const control = new AbortController();
    call('GET /sign-in/options', { as: 'nobody', signal: control.signal }).then(
      ({ mail }) => setIsOn(mail),
      () => control.signal.aborted || setIsOn(true),
    );
    return () => control.abort();
  }, []);
  return isOn;
}
