import { type Ref, useState } from 'react';
import type { School } from '../../../../contract/platform-admin.ts';
import { domainPatternProblem, normaliseEmail } from '../../../../domain/accounts.ts';
import { NAME_MAX } from '../../../../domain/school.ts';
import { textOf } from '../../api/useSubmit.ts';
import { Field } from '../../ui/Field.tsx';
import { isNameTaken, NAME_TAKEN, useSchools } from './useSchools.ts';

/** What the fields hold, and what is wrong with the pattern. */
export function readSchool(form: FormData) {
  const domain_pattern = normaliseEmail(textOf(form, 'domain_pattern').trim());
  return {
    json: { name: textOf(form, 'name').trim(), domain_pattern },
    problem: domainPatternProblem(domain_pattern),
  };
}

type SchoolFieldsProps = {
  /** Of a school that is there already. */
  school?: School;
  busy: boolean;
  /** What is wrong with the pattern. */
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  domainHint: string;
  ref?: Ref<HTMLInputElement>;
};

/** The name and the domain of a school; a name that exists is warned of and not refused. */
export function SchoolFields({ school, busy, problem, onProblem, domainHint, ref }: SchoolFieldsProps) {
  const schools = useSchools().data;
  const [name, setName] = useState(school?.name ?? '');
  return (
    <>
      <Field
        ref={ref}
        label="School Name"
        name="name"
        defaultValue={school?.name}
        autoComplete="off"
        maxLength={NAME_MAX}
        required
        readOnly={busy}
        pattern=".*\S.*"
        title="The name of the school"
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
        readOnly={busy}
        hint={domainHint}
        error={problem}
        onInput={() => onProblem(undefined)}
      />
    </>
  );
}

/** The field that is wrong. */
export const focusDomain = (form: HTMLFormElement): void =>
  form.querySelector<HTMLInputElement>('[name=domain_pattern]')?.focus();
