import type { ReactNode } from 'react';
import { RETENTION, spanText } from '../../../../domain/retention.ts';
import { BackLink } from '../../layout/BackLink.tsx';
import { Bar } from '../../layout/Bar.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { FactTable } from './FactTable.tsx';
import { howLong } from './how-long.ts';
import { RightsPart } from './RightsPart.tsx';
import { SchoolPart } from './SchoolPart.tsx';
import { usePrivacyFacts } from './usePrivacyFacts.ts';
import { useWayBack } from './useWayBack.ts';
import { WherePart } from './WherePart.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';
import { WHAT_IS_KEPT } from './what-is-kept.ts';
import { WHO_SEES } from './who-sees.ts';
import './privacy.css';

/** What a student wants to know before registering, and a school's data officer before allowing it. */
export default function PrivacyPage() {
  const { reader, facts, failure, retry } = usePrivacyFacts();
  // The server has the last word: it may be newer than this page.
  const kept = facts?.kept ?? RETENTION;
  const back = useWayBack();
  return (
    <PageFrame header={<Bar />} className="max-w-text pt-2 pb-6 md:pt-6">
      <div className="print:hidden">
        <BackLink href={back} />
      </div>
      <div className="mt-1 flex items-start justify-between gap-4">
        <PageHeading subtitle="What is kept about you, who sees it, for how long, and how to get it or delete it.">
          Privacy
        </PageHeading>
        <PrintButton />
      </div>
      <ul className="privacy-list mt-4 text-pretty">
        <li>
          Tickmark keeps what you enter: an account, the papers you have done and, if you like, scores and
          photos of your work.
        </li>
        <li>
          Your teachers see your progress in the subjects you share with them, and your school’s admins see
          it. Other students see nothing.
        </li>
        <li>No advertising, no tracking, no profiles. Nothing is sold or passed on.</li>
        <li>You can download everything and delete everything, at any time and by yourself.</li>
      </ul>

      <Part title="What is kept">
        <FactTable
          caption="What is kept, and about whom"
          heads={['What', 'About whom']}
          rows={WHAT_IS_KEPT.map(([what, ofWhom]) => [what, ofWhom])}
        />
        <p>
          Not kept: your date of birth, sex, postal address, telephone number, where you are, or which pages
          you look at.
        </p>
      </Part>

      <Part title="Who sees it">
        <p>You see all of it. Besides you:</p>
        <FactTable
          caption="Who sees it besides you"
          heads={['What', 'Who sees it']}
          rows={Object.values(WHO_SEES).map(({ what, seenBy }) => [what, <Viewers key={what} of={seenBy} />])}
        />
        <p>
          A visit: to help you, the operator can look at Tickmark as you see it for up to{' '}
          {spanText(kept.visit)}. Your settings list when that was and what was changed.
        </p>
        <p>
          The people who run the server can also reach its database, files and backups. They cannot read
          passwords.
        </p>
      </Part>

      <Part title="Where it is">
        <WherePart facts={facts} />
      </Part>

      <Part title="On your device">
        <p>
          There is no banner to accept, because there is nothing to accept. Your browser keeps your login,
          what you chose, and papers that are not sent yet: without that Tickmark could not work, or open
          without a connection. Logging out clears what is yours. What you tick without an account stays on
          your device.
        </p>
        <p>
          The only cookie is for signing in with your school, and ends after {spanText(kept.sign_in_cookie)}.
          Nothing follows you anywhere.
        </p>
      </Part>

      <Part title="How long it is kept">
        <p>
          Your account and everything in it is kept until you delete it. When you leave your school, it may
          archive your account: nobody can log in to it, and after a number of months that the school decides
          it is deleted. What is deleted automatically:
        </p>
        <FactTable caption="How long it is kept" heads={['What', 'Kept for']} rows={howLong(kept)} />
        <p>
          Backups still contain what was deleted until the backups themselves are deleted. Ask the operator
          how long that is.
        </p>
      </Part>

      <Part title="How to get it, change it and delete it">
        <RightsPart reader={reader} kept={kept} />
      </Part>

      {facts?.school && (
        <Part title={`What ${facts.school.name} has decided`}>
          <SchoolPart school={facts.school} />
        </Part>
      )}

      <Part title="Who to ask">
        {failure ? (
          <Alert
            tone="error"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            <p>{failure.sentence}</p>
            {failure.hint && <p className="text-ink-soft">{failure.hint}</p>}
          </Alert>
        ) : (
          <WhomToAsk facts={facts} />
        )}
      </Part>
    </PageFrame>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="privacy-part">
      <h2 className="text-lead wrap-anywhere">{title}</h2>
      {children}
    </section>
  );
}

function Viewers({ of: seenBy }: { of: Record<string, string> }) {
  const viewers = Object.values(seenBy);
  if (viewers.length === 0) return 'Nobody';
  return (
    <ul>
      {viewers.map((viewer) => (
        <li key={viewer}>{viewer}</li>
      ))}
    </ul>
  );
}
