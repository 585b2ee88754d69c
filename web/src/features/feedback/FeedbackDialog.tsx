import { CircleCheck } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { emailProblem } from '../../../../domain/accounts.ts';
import { ANONYMOUS, FEEDBACK_MAX } from '../../../../domain/feedback.ts';
import { call } from '../../api/call.ts';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, TextareaField } from '../../ui/Field.tsx';

const FAILURE_MS = 3000;
const THANKS_MS = 5000;

export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const [isSent, setSent] = useState(false);
  const id = useId();
  const form = useFeedback(() => setSent(true));

  if (isSent) return <Thanks onClose={onClose} />;
  return (
    <Dialog
      open
      size="small"
      title="Your Feedback"
      busy={form.isSending}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form={id}
          variant="primary"
          disabled={form.message.trim() === ''}
          busy={form.isSending}
          busyLabel="Sending..."
        >
          Submit Feedback
        </Button>
      }
    >
      <form id={id} method="post" action={pathTo('home')} noValidate onSubmit={form.submit}>
        <TextareaField
          label="Message"
          name="message"
          required
          rows={5}
          maxLength={FEEDBACK_MAX}
          reserve={false}
          value={form.message}
          onChange={(event) => form.setMessage(event.currentTarget.value)}
          data-autofocus
        />
        <Field
          className="mt-4"
          label="Email"
          name="email"
          type="email"
          optional
          autoComplete="email"
          hint="If you would like an answer."
          error={form.emailError}
          value={form.email}
          onChange={(event) => form.setEmail(event.currentTarget.value)}
        />
        <Alert tone="error" reserve className="mt-1">
          {form.hasFailed && 'Failed to submit feedback. Please try again.'}
        </Alert>
      </form>
    </Dialog>
  );
}

/** What is typed stays until it has arrived. */
function useFeedback(onSent: () => void) {
  const session = useSession();
  const [message, setMessage] = useState('');
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  // State comes a render too late for the second of two quick presses.
  const sending = useRef(false);

  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => setFailed(false), FAILURE_MS);
    return () => clearTimeout(timer);
  }, [hasFailed]);

  async function send(): Promise<void> {
    const address = email.trim();
    const problem = address === '' ? undefined : emailProblem(address);
    setEmailError(problem);
    if (problem !== undefined || message.trim() === '' || sending.current) return;
    sending.current = true;
    setSending(true);
    setFailed(false);
    try {
      await call('POST /feedback', {
        json: {
          message: message.trim(),
          email: address === '' ? ANONYMOUS : address,
          timestamp: new Date().toISOString(),
          user: (session.status === 'user' && session.user.email) || ANONYMOUS,
        },
      });
      onSent();
    } catch {
      setFailed(true);
    } finally {
      sending.current = false;
      setSending(false);
    }
  }

  return {
    message,
    setMessage,
    email,
    setEmail: (text: string) => {
      setEmail(text);
      setEmailError(undefined);
    },
    emailError,
    isSending,
    hasFailed,
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      void send();
    },
  };
}

function Thanks({ onClose }: { onClose: () => void }) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const timer = setTimeout(() => close.current(), THANKS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open size="small" title="Thank you for your feedback!" onClose={onClose}>
      <p role="status" className="flex items-center gap-2 pb-2">
        <CircleCheck className="size-5 shrink-0 text-done" />
        Your feedback has been submitted successfully.
      </p>
    </Dialog>
  );
}
