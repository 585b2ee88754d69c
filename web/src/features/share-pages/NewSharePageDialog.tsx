import { useState } from 'react';
import { SHOWN_NAME_MAX } from '../../../../domain/share-pages.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { endsBetween, makeSharePage, makingSentence, useOwnSubjects } from './share-pages.ts';

/** Which subjects, until when, and whose page it says it is. */
export default function NewSharePageDialog({ onClose }: { onClose: () => void }) {
  const subjects = useOwnSubjects();
  const [{ last }] = useState(endsBetween);
  const form = useSubmit(
    async (data) => {
      await makeSharePage(data);
      showToast({ tone: 'done', text: 'Share page made. Copy its link and send it.' });
      onClose();
    },
    makingSentence,
    { unsure: { hint: 'It may have been made anyway: check the list first.' } },
  );
  return (
    <FormDialog
      title="New share page"
      description="A parent, tutor or counsellor can open it with the link until it ends or you revoke it."
      form={form}
      submit="Make page"
      busyLabel="Making..."
      onClose={onClose}
    >
      <Field
        label="Name to show"
        name="name"
        required
        autoComplete="off"
        maxLength={SHOWN_NAME_MAX}
        hint="For example, Sam is shown as “Sam’s past papers”."
        data-autofocus
      />
      <fieldset>
        <legend className="mb-1.5 font-medium">Subjects</legend>
        <LoadedPart query={subjects} failed="Your subjects could not be loaded.">
          {({ subjects: ids }) =>
            ids.length === 0 ? (
              <p>You have no subjects yet. Add them on your papers page first.</p>
            ) : (
              <div className="grid">
                {ids.map((id) => (
                  <Checkbox
                    key={id}
                    tone="accent"
                    name="subjects"
                    value={id}
                    defaultChecked
                    className="min-h-9 items-center pointer-coarse:min-h-11"
                  >
                    {subjectName(id)}
                  </Checkbox>
                ))}
              </div>
            )
          }
        </LoadedPart>
      </fieldset>
      <Field
        label="Ends on"
        name="ends_on"
        type="date"
        required
        max={last}
        defaultValue={last}
        className="mt-2"
        hint="At most 90 days from now."
      />
    </FormDialog>
  );
}
