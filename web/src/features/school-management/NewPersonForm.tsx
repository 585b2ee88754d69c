import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { ACCOUNT_FIELDS, besideField, mayHaveHappened } from '../../api/failure.ts';
import { useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { FoldedFormProps } from '../../ui/useFold.ts';
import { type Managed, pageOf } from './managed.ts';
import { reloadSchool } from './useSchool.ts';

type NewPersonFormProps = {
  managed: Managed;
  label: string;
  fold: FoldedFormProps;
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

/** A form that makes somebody at a school. It folds: Escape closes it while it is empty. */
export function NewPersonForm({ managed, label, fold, submit, children, ...rest }: NewPersonFormProps) {
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
  const { takesFocus, onClose } = fold;
  const username = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) username.current?.focus();
  }, [takesFocus]);

  function keyed({ key, currentTarget }: KeyboardEvent<HTMLFormElement>): void {
    if (key !== 'Escape') return;
    const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('input, textarea')];
    if (fields.every(({ value }) => value === '')) onClose();
  }

  return (
    <Form
      aria-label={label}
      page={pageOf(managed)}
      form={form}
      className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2"
      onKeyDown={keyed}
    >
      <FormFailure failure={form.failure} className="col-span-full empty:hidden" />
      <Field
        ref={username}
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
      <div className="col-span-full">
        <Button type="submit" variant="primary" busy={form.busy} busyLabel="Creating...">
          {submit}
        </Button>
      </div>
    </Form>
  );
}
