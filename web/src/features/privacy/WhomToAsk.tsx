import type { PrivacyFacts } from '../../../../contract/privacy.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Who runs this Tickmark, if they say so; otherwise whom to ask instead. */
export function WhomToAsk({ facts }: { facts: PrivacyFacts | undefined }) {
  if (!facts) return <Skeleton className="h-6 w-full" />;
  const { operator } = facts;
  return (
    <>
      {operator ? (
        <p className="wrap-anywhere">
          The operator of this Tickmark is {operator.name}. Contact{' '}
          <a
            className="link"
            href={operator.contact.includes('://') ? operator.contact : `mailto:${operator.contact}`}
          >
            {operator.contact}
          </a>
          , or ask your school, which decides about its students’ data.
        </p>
      ) : (
        <p>
          The operator of this Tickmark has not given their name here. Ask your school: it decides about the
          data of its students, and knows who runs Tickmark for it.
        </p>
      )}
      <p>
        For a school’s data officer: a record of processing activities comes with Tickmark, in
        docs/processing.md. The operator fills it in and hands it over.
      </p>
    </>
  );
}
