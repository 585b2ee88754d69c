import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from 'react';
import { cx } from './cx.ts';
import { Select } from './Select.tsx';

/** What is wrong with the fields of a form, by their names. A field's own `error` comes first. */
export const FieldErrors = createContext<Record<string, ReactNode>>({});

type Frame = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do. Takes the place of the hint. */
  error?: ReactNode;
  /** Keeps the label for screen readers only, for search boxes and filters. */
  hideLabel?: boolean | undefined;
  /** Says '(optional)' after the label, where most fields are required. */
  optional?: boolean | undefined;
  /** Keeps a line free below, so that an error moves nothing. Turn off in toolbars. */
  reserve?: boolean | undefined;
};

type FrameProps = Frame & {
  id: string;
  className: string | undefined;
  children: ReactNode;
};

function FieldFrame({ id, label, hint, error, hideLabel, optional, reserve = true, ...rest }: FrameProps) {
  const { className, children } = rest;
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children}
      <p
        id={`${id}-message`}
        className={cx(
          'text-small',
          // A hint keeps its distance from the label of the next field.
          reserve && (hint ? 'min-h-8 pt-1' : 'min-h-6 pt-1'),
          !reserve && Boolean(error || hint) && 'pt-1',
        )}
      >
        {error ? <FieldError>{error}</FieldError> : hint && <span className="text-ink-soft">{hint}</span>}
      </p>
    </div>
  );
}

export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className="flex gap-1.5 text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

/** What ties a control to its label and its message. */
function wiring(id: string, error: ReactNode) {
  return { id, 'aria-describedby': `${id}-message`, 'aria-invalid': error ? true : undefined };
}

type Control = { id?: string | undefined; name?: string | undefined; className?: string | undefined };

function useParts<P extends Frame & Control>(props: P) {
  const errors = use(FieldErrors);
  const { label, hint, hideLabel, optional, reserve, className, ...control } = props;
  const { error = errors[props.name ?? ''], ...rest } = control;
  return { frame: { label, hint, error, hideLabel, optional, reserve, className }, control: rest };
}

export type FieldProps = Frame &
  ComponentProps<'input'> & {
    /** An icon inside, before the text. */
    icon?: ReactNode;
  };

/** One line of text: text, email, number, search; a password comes with a button that shows it. */
export function Field({ icon, ...props }: FieldProps) {
  const ownId = useId();
  const [shown, setShown] = useState(false);
  const { frame, control } = useParts(props);
  const id = control.id ?? ownId;
  const secret = control.type === 'password';
  return (
    <FieldFrame {...frame} id={id}>
      <span className="relative block">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-soft [&>svg]:size-4.5">
            {icon}
          </span>
        )}
        <input
          {...control}
          {...wiring(id, frame.error)}
          type={secret && shown ? 'text' : control.type}
          className={cx('field', Boolean(icon) && 'pl-10', secret && 'pr-12')}
        />
        {secret && (
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-soft hover:text-ink"
            aria-label="Show password"
            aria-pressed={shown}
            aria-controls={id}
            title={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff className="size-4.5" /> : <Eye className="size-4.5" />}
          </button>
        )}
      </span>
    </FieldFrame>
  );
}

export type SelectFieldProps = Frame & ComponentProps<'select'>;

/** A native select: give it `<option>`s. */
export function SelectField(props: SelectFieldProps) {
  const ownId = useId();
  const { frame, control } = useParts(props);
  const id = control.id ?? ownId;
  return (
    <FieldFrame {...frame} id={id}>
      <Select {...control} {...wiring(id, frame.error)} />
    </FieldFrame>
  );
}

export type TextareaFieldProps = Frame & ComponentProps<'textarea'>;

export function TextareaField(props: TextareaFieldProps) {
  const ownId = useId();
  const { frame, control } = useParts(props);
  const id = control.id ?? ownId;
  return (
    <FieldFrame {...frame} id={id}>
      <textarea rows={4} {...control} {...wiring(id, frame.error)} className="field block resize-y py-2" />
    </FieldFrame>
  );
}
