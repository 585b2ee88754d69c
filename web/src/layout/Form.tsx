import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { useSubmit } from '../api/useSubmit.ts';
import { FieldErrors } from '../ui/Field.tsx';

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'onSubmit'> & {
  /**
   * The path of the page itself. A form sent before the page is alive goes there by POST and is sent straight back:
   * with a plain form a password would stand in the address.
   */
  page: string;
  form: Pick<ReturnType<typeof useSubmit>, 'failure' | 'onSubmit'>;
};

/** A form that says beside each field what is wrong with it, in our own words instead of the browser's bubbles. */
export function Form({ page, form: { failure, onSubmit }, children, ...rest }: FormProps) {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  const refused = failure?.field;

  useEffect(() => {
    if (failure?.field !== undefined) focusField(element.current, failure.field);
  }, [failure]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    const found = faultsIn(event.currentTarget);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === undefined) {
      onSubmit(event);
      return;
    }
    event.preventDefault();
    focusField(event.currentTarget, first);
  }

  return (
    <form ref={element} noValidate method="post" action={page} onSubmit={submit} {...rest}>
      <FieldErrors value={refused === undefined ? faults : { [refused]: failure?.sentence, ...faults }}>
        {children}
      </FieldErrors>
    </form>
  );
}

/** What the browser finds wrong, by the fields' names and in their order. */
function faultsIn(form: HTMLFormElement): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field.validity.valueMissing) faults[field.name] = 'Please fill this in.';
    // A date or a number of which only a part is typed.
    else if (field.validity.badInput) faults[field.name] = 'Please complete this.';
    // Two digits of a year are a year of their own to the browser.
    else if (field.type === 'date' && field.validity.rangeUnderflow)
      faults[field.name] = 'Write the year in full.';
    else if (field.validity.typeMismatch) faults[field.name] = 'Enter a valid email address.';
  }
  return faults;
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
