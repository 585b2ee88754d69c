import type { ReactNode } from 'react';
import { adminSentence } from '../../../api/admin-failure.ts';
import { useSubmit } from '../../../api/useSubmit.ts';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/Field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { reloadSchool } from './useSchool.ts';

type SchoolFormProps = {
  schoolId: string;
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

/** A form that makes somebody at a school. */
export function SchoolForm({ schoolId, label, className, submit, children, ...rest }: SchoolFormProps) {
  const { send, done, failed, onDone } = rest;
  const { busy, failure, onSubmit } = useSubmit(
    async (form) => {
      await send(form);
      showToast({ tone: 'done', text: done });
      void reloadSchool(schoolId);
      onDone();
    },
    (error) => adminSentence(error, failed),
  );
  return (
    <form
      noValidate
      method="post"
      action={pathTo('adminSchool', { schoolId })}
      aria-label={label}
      className={cx('grid grid-cols-1 gap-4', className)}
      onSubmit={onSubmit}
    >
      {failure && <FormFailure failure={failure} />}
      <Field
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={busy}
        reserve={false}
      />
      {children(busy)}
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Creating...">
        {submit}
      </Button>
    </form>
  );
}
