import { type ReactNode, useId } from 'react';
import type { useSubmit } from '../api/useSubmit.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from './Form.tsx';
import { FormFailure } from './FormFailure.tsx';

type FormDialogProps = {
  title: string;
  description?: string;
  form: ReturnType<typeof useSubmit>;
  /** What the button says, and what it says while it is sent. */
  submit: string;
  busyLabel: string;
  variant?: 'primary' | 'danger';
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog that is one form. Until it is answered it stays, and what is wrong stands below the fields. */
export function FormDialog({ title, description, form, submit, busyLabel, ...rest }: FormDialogProps) {
  const { variant = 'primary', onClose, children } = rest;
  const { busy, failure } = form;
  const id = useId();
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={description}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={variant} busy={busy} busyLabel={busyLabel}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={id} page={window.location.pathname} form={form} className="flex flex-col gap-2">
        {children}
        <FormFailure failure={failure} className="min-h-12" />
      </Form>
    </Dialog>
  );
}
