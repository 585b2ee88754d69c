import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { forgetToken, useLinkToken } from '../../navigation/link-token.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { endWeeklyMail } from './end-weekly-mail.ts';

const TOKEN_LENGTH = 43;

/** Where the link in a weekly mail leads. It takes a press: mail programs open links by themselves. */
export default function WeeklyMailPage() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const said = useRef<HTMLSpanElement>(null);

  async function end(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await endWeeklyMail(token ?? '');
      setDone(true);
      forgetToken();
      said.current?.focus();
    } catch (error) {
      setFailure(failureOf(error, () => 'This did not work. Please try again.'));
    }
    setBusy(false);
  }

  const isCut = token !== undefined && token.length < TOKEN_LENGTH && !isDone;
  return (
    <FormPage
      title="Weekly mail"
      subtitle={
        <span ref={said} role="status" tabIndex={-1} className="outline-none">
          {isDone
            ? 'Stopped. You will not get any more weekly mail.'
            : isCut
              ? 'This link was cut off. Copy all of it from the mail.'
              : 'One press, and it stops.'}
        </span>
      }
      failure={failure}
      links={
        <TextLink href={`${pathTo('settings')}#account`}>
          {isDone ? 'Turn it on again in the settings' : 'Choose another day in the settings'}
        </TextLink>
      }
    >
      {!isDone && !isCut && (
        <Button
          variant="primary"
          block
          busy={busy}
          busyLabel="Stopping..."
          disabled={token === undefined}
          onClick={() => void end()}
        >
          Stop the weekly mail
        </Button>
      )}
    </FormPage>
  );
}
