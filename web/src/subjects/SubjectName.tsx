import { subjectName } from '../../../domain/subjects.ts';

/** A name that is too long loses its middle: what comes last tells SL from HL. */
export function SubjectName({ id }: { id: string }) {
  const name = subjectName(id);
  const level = / [SH]L$/.exec(name)?.[0] ?? '';
  return (
    <span className="flex min-w-0">
      <span className="truncate">{name.slice(0, name.length - level.length)}</span>
      <span className="shrink-0 whitespace-pre">{level}</span>
    </span>
  );
}
