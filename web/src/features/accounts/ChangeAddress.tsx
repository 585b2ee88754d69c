import { useEffect, useRef } from 'react';
import { normaliseEmail } from '../../../../domain/accounts.ts';
import { call } from '../../api/call.ts';
import { ACCOUNT_FIELDS, besideField, detailOf, RefusedField } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import type { AccountOwner } from './owner.ts';

type ChangeAddressProps = {
  owner: AccountOwner;
  /** The one until now. */
  email: string | null;
  /** Whether the new address has to be proved first. */
  isMailed: boolean;
  onCancel: () => void;
  /** `sent`: a link is on its way to it, which makes the change; otherwise it is made. */
  onDone: (email: string, sent: boolean) => void;
};

export default function ChangeAddress({ owner, email, isMailed, onCancel, onDone }: ChangeAddressProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input[name=email]')?.focus(), []);
  const form = useSubmit(
    async (data) => {
      const wanted = normaliseEmail(textOf(data, 'email').trim());
      if (wanted === email) throw new RefusedField('email', 'This is already your address.');
      const { sent } = await besideField(
        call('POST /users/me/email', {
          as: owner.as,
          json: { email: wanted, current_password: textOf(data, 'current_password') },
        }),
        { email: ACCOUNT_FIELDS.email, current_password: /^The current password/ },
      );
      onDone(wanted, sent);
    },
    (error) => detailOf(error) ?? 'Failed to change the address',
  );
  return (
    <div ref={place} className="mt-3 max-w-form">
      <Form page={window.location.pathname} form={form} className="flex flex-col gap-2">
        <Field
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint={isMailed ? 'We will mail a link there. Your address changes when you open it.' : undefined}
        />
        <Field
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormFailure failure={form.failure} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" type="submit" variant="primary" busy={form.busy} busyLabel="Saving...">
            Save address
          </Button>
          <Button size="small" disabled={form.busy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}
