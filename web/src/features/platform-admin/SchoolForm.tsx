import { type ReactNode, type Ref, useState } from 'react';
import type { School } from '../../../../contract/platform-admin.ts';
import { domainPatternProblem, normaliseEmail } from '../../../../domain/accounts.ts';
import { NAME_MAX } from '../../../../domain/school.ts';
import { besideField, RefusedField } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Field } from '../../ui/Field.tsx';
import { isNameTaken, NAME_TAKEN, type SchoolFields, useSchools } from './useSchools.ts';

type SchoolFormProps = {
  label: string;
  page: string;
  className: string;
  /** One that is there already. */
  school?: School;
  send: (fields: SchoolFields) => Promise<void>;
  /** What is said about an error that is about no field. */
  sentence: (error: unknown) => string;
  /** The field of the name. */
  ref?: Ref<HTMLInputElement>;
  /** The button. */
  children: (busy: boolean) => ReactNode;
};

/** The name and the domain of a school; a name that exists is warned of and not refused. */
export function SchoolForm({ school, label, page, className, ref, ...rest }: SchoolFormProps) {
  const { send, sentence, children } = rest;
  const schools = useSchools().data;
  const [name, setName] = useState(school?.name ?? '');
  const form = useSubmit(
    (data) => besideField(send(readSchool(data)), { domain_pattern: /domain pattern/i }),
    sentence,
    { stays: true },
  );
  return (
    <Form aria-label={label} page={page} form={form} className={className}>
      <Field
        ref={ref}
        label="School Name"
        name="name"
        defaultValue={school?.name}
        autoComplete="off"
        maxLength={NAME_MAX}
        required
        readOnly={form.busy}
        hint={
          isNameTaken(schools, name, school?.id) && (
            <span role="status" className="text-part">
              {NAME_TAKEN}
            </span>
          )
        }
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Field
        label="Domain Pattern"
        name="domain_pattern"
        defaultValue={school?.domain_pattern}
        placeholder="@school.edu"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        required
        readOnly={form.busy}
        hint={
          school ? 'Moves nobody who is here.' : 'People whose e-mail address ends like this join the school.'
        }
      />
      {children(form.busy)}
      <FormFailure failure={form.failure} className="col-span-full empty:hidden" />
    </Form>
  );
}

/** What the fields hold. Throws if one is wrong. */
function readSchool(form: FormData): SchoolFields {
  const name = textOf(form, 'name').trim();
  const domain_pattern = normaliseEmail(textOf(form, 'domain_pattern').trim());
  if (name === '') throw new RefusedField('name', 'Please fill this in.');
  const problem = domainPatternProblem(domain_pattern);
  if (problem !== undefined) throw new RefusedField('domain_pattern', problem);
  return { name, domain_pattern };
}
