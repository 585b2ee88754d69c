import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { WORD_MAX } from '../../../domain/words.ts';
import { textOf, useSubmit } from '../api/useSubmit.ts';
import { Form } from '../layout/Form.tsx';
import { FormFailureLine } from '../layout/FormFailure.tsx';
import { Button } from '../ui/Button.tsx';
import { TextareaField } from '../ui/Field.tsx';
import { type Conversation, notSent, sendWord } from './conversation.ts';
import { keepDraft, readDraft } from './drafts.ts';
import './conversation.css';

type WordFieldProps = {
  conversation: Conversation;
  /** The path of the page that it stands on. */
  page: string;
  label: string;
  /** It was just asked for. */
  takesFocus?: boolean;
};

/** Takes a word, and says who reads it. */
export function WordField({ conversation, page, label, takesFocus = false }: WordFieldProps) {
  const { id, other } = conversation;
  const [text, setText] = useState(() => readDraft(id));
  const field = useRef<HTMLFormElement>(null);
  const form = useSubmit(
    async (data) => {
      await sendWord(conversation, textOf(data, 'text'));
      setText('');
      field.current?.querySelector('textarea')?.focus();
    },
    (error) => notSent(error, other),
    { stays: true },
  );

  useEffect(() => {
    if (takesFocus) field.current?.querySelector('textarea')?.focus();
  }, [takesFocus]);

  function keyed(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  }

  return (
    <Form ref={field} page={page} form={form} className="print:hidden">
      <div className="flex items-start gap-2">
        <TextareaField
          label={label}
          hideLabel
          name="text"
          placeholder={label}
          rows={1}
          maxLength={WORD_MAX}
          reserve={false}
          className="word-field flex-1"
          hint={`Only ${other} and you read this.`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            keepDraft(id, event.currentTarget.value);
          }}
          onKeyDown={keyed}
        />
        <Button type="submit" busy={form.busy}>
          Send
        </Button>
      </div>
      <FormFailureLine failure={form.failure} />
    </Form>
  );
}
