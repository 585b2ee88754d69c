import { type ReactNode, useId, useState } from 'react';
import { KEEPS_MONTHS } from '../../../../domain/school.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { RefusedField } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { Form } from '../../layout/Form.tsx';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { type Managed, pageOf } from './managed.ts';
import './people.css';
import { keepFor, type SchoolSettings, turn } from './school-settings.ts';
import { useSchoolSettings } from './useSchoolSettings.ts';

/** What a school decides for its people, each with what it means. */
export default function SchoolSwitches({ managed }: { managed: Managed }) {
  return (
    <Loaded
      query={useSchoolSettings(managed)}
      loading={<Skeleton className="h-96 w-full rounded-lg" />}
      renderFailed={(retry, error) => (
        <Card>
          <AdminLoadFailed error={error} words="The school’s settings could not be loaded." onRetry={retry} />
        </Card>
      )}
    >
      {(settings) => <Switches managed={managed} settings={settings} />}
    </Loaded>
  );
}

type SwitchesProps = { managed: Managed; settings: SchoolSettings };

function Switches({ managed, settings }: SwitchesProps) {
  const { domain_pattern: domain, joins_by_domain: joins, share_pages: shares } = settings;
  return (
    <Card title="What the school decides">
      <div className="decisions">
        <Decision
          label="Registration by domain"
          isOn={joins}
          onTurn={(isOn) =>
            turn(managed, {
              joins_by_domain: isOn,
              words: `Registration by domain is ${isOn ? 'on' : 'off'}.`,
            })
          }
        >
          Anyone who registers with an address ending in {domain} joins the school. When this is off, their
          account has no school until they are imported or invited, or log in through the school’s sign-in.
        </Decision>
        <Decision
          label="Share pages"
          isOn={shares}
          onTurn={(isOn) =>
            turn(managed, { share_pages: isOn, words: `Share pages are ${isOn ? 'on' : 'off'}.` })
          }
        >
          Students may share their papers and scores with a parent, tutor or counsellor through a link that
          expires after 90 days at most. When this is off, no share page opens and nobody can make a new one.
        </Decision>
        {/* After a change from elsewhere it starts anew. */}
        <Months key={settings.keeps_months} managed={managed} settings={settings} />
        <div>
          <h3 className="text-body">Sign-in</h3>
          <p className="mt-1 text-pretty text-ink-soft">
            {signInWords(settings)}{' '}
            {managed.as === 'schoolAdmin' && 'The platform admin sets up a school’s own sign-in.'}
          </p>
        </div>
      </div>
    </Card>
  );
}

type DecisionProps = {
  label: string;
  isOn: boolean;
  onTurn: (isOn: boolean) => Promise<void>;
  /** What it means. */
  children: ReactNode;
};

function Decision({ label, isOn, onTurn, children }: DecisionProps) {
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  return (
    <div>
      <Switch
        checked={isOn}
        // Not `disabled` while it is saved: that would take the focus away.
        aria-disabled={isBusy || undefined}
        aria-describedby={id}
        onChange={({ currentTarget: { checked } }) => {
          if (isBusy) return;
          setBusy(true);
          void onTurn(checked).finally(() => setBusy(false));
        }}
      >
        <span className="font-medium">{label}</span>
      </Switch>
      <p id={id} className="mt-1 text-pretty wrap-anywhere text-ink-soft">
        {children}
      </p>
    </div>
  );
}

function Months({ managed, settings }: SwitchesProps) {
  const { least, most } = KEEPS_MONTHS;
  const form = useSubmit(
    async (data) => {
      const months = Number(textOf(data, 'keeps_months'));
      if (!Number.isInteger(months) || months < least || months > most)
        throw new RefusedField('keeps_months', `Enter a whole number from ${least} to ${most}.`);
      await keepFor(managed, months);
    },
    (error) => adminSentence(error, 'Failed to save this. Please try again.'),
    { stays: true },
  );
  return (
    <Form aria-label="Archived accounts" page={pageOf(managed)} form={form}>
      <h3 className="text-body">Archived accounts</h3>
      <p className="mt-1 mb-2 text-pretty text-ink-soft">
        Archived people cannot log in, but can be brought back. After this many months the account and all its
        work are deleted. A change applies to people archived from then on.
      </p>
      <div className="flex items-start gap-2">
        <Field
          label="Months kept"
          name="keeps_months"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          required
          defaultValue={settings.keeps_months}
          readOnly={form.busy}
          reserve={false}
        />
        <Button type="submit" className="mt-7.5" busy={form.busy} busyLabel="Saving...">
          Save
        </Button>
      </div>
      <FormFailure failure={form.failure} className="mt-2 empty:hidden" />
    </Form>
  );
}

const KINDS = { google: 'Google Workspace', entra: 'Microsoft Entra ID', other: 'the school’s own provider' };

function signInWords({ sign_in: signIn }: SchoolSettings): string {
  if (signIn === null) return 'Off. People log in with a password.';
  const way = `On, through ${KINDS[signIn.kind]}.`;
  return signIn.only ? `${way} There is no other way in.` : `${way} A password works too.`;
}
