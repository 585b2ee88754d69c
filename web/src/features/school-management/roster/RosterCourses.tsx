import { useState } from 'react';
import { EXTRA_SUBJECTS, SUBJECTS } from '../../../../../domain/subjects.ts';
import { counted } from '../../../format/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import type { ImportDraft } from '../import-draft.ts';
import type { RosterCheck } from '../useImportCheck.ts';
import { subjectOf } from './roster-plan.ts';

const UNDECIDED = '';
const NONE = 'none';

type RosterCoursesProps = {
  courses: RosterCheck['courses'];
  draft: ImportDraft;
  onDraft: (changes: Partial<ImportDraft>) => void;
};

/** Which subject each course is. Asked once: the answer is remembered with the import. */
export function RosterCourses({ courses, draft, onDraft }: RosterCoursesProps) {
  const [isOpen, setOpen] = useState<boolean>();
  const fresh = courses.filter((course) => !course.is_known);
  const shown = (isOpen ?? fresh.length > 0) ? (isOpen ? courses : fresh) : [];
  if (courses.length === 0) return null;
  const open = fresh.filter((course) => subjectOf(course, draft.courses) === undefined).length;
  return (
    <section aria-label="Courses" className="text-small">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-small font-medium">Courses</h3>
        <p className="min-w-0 flex-1 text-ink-soft max-sm:order-last max-sm:basis-full">
          {fresh.length > 0
            ? `${counted(fresh.length, 'course is', 'courses are')} new. Students and teachers of a class get its subject.${open > 0 ? ` ${counted(open, 'has', 'have')} none yet.` : ''}`
            : `${counted(courses.length, 'course')}, all known.`}
        </p>
        <Button
          size="small"
          variant="ghost"
          className="max-sm:ml-auto"
          aria-expanded={shown.length > 0}
          onClick={() => setOpen(shown.length === 0)}
        >
          {shown.length > 0 ? 'Done' : 'Change courses'}
        </Button>
      </div>
      {shown.length > 0 && (
        <ul className="mt-2 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((course) => {
            const subject = subjectOf(course, draft.courses);
            return (
              <li key={course.title} className="min-w-0">
                <SelectField
                  label={<span className="wrap-anywhere">“{course.title}” is</span>}
                  reserve={false}
                  value={subject === undefined ? UNDECIDED : (subject ?? NONE)}
                  onChange={({ currentTarget: { value } }) =>
                    onDraft({ courses: { ...draft.courses, [course.title]: value === NONE ? null : value } })
                  }
                >
                  {subject === undefined && <option value={UNDECIDED}>Choose a subject</option>}
                  <option value={NONE}>No subject</option>
                  {[...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
