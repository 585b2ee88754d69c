import type { ReactNode } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { ACCOUNT_FIELDS, besideField, mayHaveHappened } from '../../api/failure.ts';
import { useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { type Managed, pageOf } from './managed.ts';
import { reloadSchool } from './useSchool.ts';

type NewPersonFormProps = {
  managed: Managed;
  label: string;
  className?: string;
  /** What the button says. */
  submit: string;
  /** Makes somebody at the school. */
  send: (form: FormData) => Promise<void>;
  /** What is said when it worked, and when it did not and the server says nothing better. */
  done: string;
  failed: string;
  onDone: () => void;
  /** The fields after the username. */
  children: (busy: boolean) => ReactNode;
};

const UNSURE = { hint: 'If they are in the list already, reset their password.' };

/** A form that makes somebody at a school. */
export function NewPersonForm({ managed, label, className, submit, children, ...rest }: NewPersonFormProps) {
  const { send, done, failed, onDone } = rest;
  const form = useSubmit(
    async (data) => {
      try {
        await besideField(send(data), ACCOUNT_FIELDS);
      } catch (error) {
        // So that the list can be believed.
        if (mayHaveHappened(error)) void reloadSchool(managed);
        throw error;
      }
      showToast({ tone: 'done', text: done });
      void reloadSchool(managed);
      onDone();
    },
    (error) => adminSentence(error, failed),
    { unsure: UNSURE },
  );
  return (
    <Form
      aria-label={label}
      page={pageOf(managed)}
      form={form}
      className={cx('grid grid-cols-1 gap-4', className)}
    >
      <FormFailure failure={form.failure} className="empty:hidden" />
      <Field
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={form.busy}
        reserve={false}
      />
      {children(form.busy)}
      <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Creating...">
        {submit}
      </Button>
    </Form>
  );
}
