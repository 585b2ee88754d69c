import { BookOpen } from 'lucide-react';
import { Link } from 'wouter';
import { pathTo } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Stands where progress would: a teacher sees it in the subjects they teach. */
export default function NoSubjectsYet() {
  return (
    <Card>
      <EmptyState
        icon={<BookOpen />}
        action={
          <Link href={pathTo('teacherSubjects')} asChild>
            <ButtonLink variant="primary">Specify Subjects You Teach</ButtonLink>
          </Link>
        }
      >
        You haven't specified which subjects you teach yet.
      </EmptyState>
    </Card>
  );
}
