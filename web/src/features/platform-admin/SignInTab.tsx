import { Check, Copy, Minus, X } from 'lucide-react';
import { useState } from 'react';
import type { Input, Output } from '../../../../contract/index.ts';
import type { SignInSettings } from '../../../../contract/sign-in.ts';
import type { SignInKind, TestOutcome, TestStep } from '../../../../domain/sign-in.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { besideField, type Failure, failureOf } from '../../api/failure.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { Form } from '../../layout/Form.tsx';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { showToast } from '../../ui/toasts.ts';

const SIGN_IN = 'GET /admin/schools/{schoolId}/sign-in';
const requestFor = (schoolId: string) => ({ as: 'platformAdmin', params: { schoolId } }) as const;

const KINDS = [
  { id: 'google', label: 'Google Workspace' },
  { id: 'entra', label: 'Microsoft Entra ID' },
  { id: 'other', label: 'Other' },
] as const satisfies readonly { id: SignInKind; label: string }[];

type Wanted = Input<'PUT /admin/schools/{schoolId}/sign-in'>['json'];
const FIELDS = { tenant: /^tenant/i, issuer: /^issuer/i, client_id: /^client_id/i, client_secret: /secret/i };

async function save(schoolId: string, json: Wanted): Promise<void> {
  const request = requestFor(schoolId);
  const saved = await call('PUT /admin/schools/{schoolId}/sign-in', { ...request, json });
  queryClient.setQueryData(queryKey(SIGN_IN, request), saved);
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/schools/{schoolId}/settings') });
}

/** The sign-in that a school runs itself: how to reach it, whether that works, and who is let in by it. */
export default function SignInTab({ schoolId, name }: { schoolId: string; name: string | undefined }) {
  const query = useApiQuery(SIGN_IN, requestFor(schoolId));
  // After each the fields start anew.
  const [removals, setRemovals] = useState(0);
  return (
    <Loaded
      query={query}
      loading={<Skeleton className="h-96 w-full rounded-lg" />}
      renderFailed={(retry, error) => (
        <Card>
          <AdminLoadFailed error={error} words="Failed to fetch the sign-in" onRetry={retry} />
        </Card>
      )}
    >
      {({ redirect_address: address, settings }) => (
        <div className="grid max-w-wide grid-cols-1 gap-4">
          <Card title={`School sign-in: ${settings?.tested_at ? 'on' : 'off'}`}>
            <div className="flex max-w-dialog flex-col gap-4">
              <Setup key={removals} schoolId={schoolId} redirectAddress={address} settings={settings} />
              {settings && settings.last_test.length > 0 && <Steps steps={settings.last_test} />}
              <Switches schoolId={schoolId} settings={settings} />
            </div>
          </Card>
          {settings && (
            <Remove
              schoolId={schoolId}
              name={name ?? 'this school'}
              onRemoved={() => setRemovals(removals + 1)}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

type SetupProps = { schoolId: string; redirectAddress: string; settings: SignInSettings | null };

function Setup({ schoolId, redirectAddress, settings }: SetupProps) {
  const [kind, setKind] = useState<SignInKind>(settings?.kind ?? 'google');
  const [secret, setSecret] = useState('');
  const isSaved = settings?.has_secret === true && settings.kind === kind;
  const form = useSubmit(
    async (data) => {
      await besideField(save(schoolId, readSettings(kind, data, settings)), FIELDS);
      setSecret('');
      showToast({ tone: 'done', text: 'Sign-in saved' });
    },
    (error) => adminSentence(error, 'Failed to save the sign-in'),
    { stays: true },
  );
  const test = useTest(schoolId);
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">Provider</legend>
        {KINDS.map(({ id, label }) => (
          <label key={id} className="flex min-h-10 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="kind"
              className="size-4.5 accent-accent"
              checked={id === kind}
              onChange={() => setKind(id)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <p className="mb-1.5 font-medium">Redirect address</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 py-2 text-small wrap-anywhere select-all sm:px-3">
            {redirectAddress}
          </code>
          <Button
            icon={<Copy className="size-4" aria-hidden="true" />}
            onClick={() => void copyText(redirectAddress, 'Redirect address copied to clipboard')}
          >
            Copy
          </Button>
        </div>
      </div>
      <Form
        // Another provider starts with empty fields.
        key={kind}
        aria-label="Sign-in"
        page={pathTo('adminSchool', { schoolId })}
        form={form}
        className="flex flex-col gap-1"
      >
        {kind === 'entra' && (
          <Setting
            label="Tenant ID"
            name="tenant"
            saved={settings?.tenant ?? undefined}
            placeholder="8eaef023-2b34-4da1-9baa-8bc8c9d6a490"
          />
        )}
        {kind === 'other' && (
          <Setting
            label="Issuer"
            name="issuer"
            saved={settings?.kind === 'other' ? settings.issuer : undefined}
            placeholder="https://login.school.edu"
          />
        )}
        <Setting
          label="Client ID"
          name="client_id"
          saved={settings?.kind === kind ? settings.client_id : undefined}
        />
        <Field
          label="Client secret"
          name="client_secret"
          type="password"
          autoComplete="off"
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          placeholder={isSaved ? 'Saved. Type to replace' : undefined}
          required={!isSaved}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={form.busy} busyLabel="Saving...">
            Save
          </Button>
          <Button disabled={!isSaved} busy={test.busy} busyLabel="Testing..." onClick={test.start}>
            Test sign-in
          </Button>
        </div>
        <FormFailure failure={form.failure ?? test.failure} className="mt-2 empty:hidden" />
      </Form>
    </>
  );
}

type SettingProps = { label: string; name: string; saved: string | undefined; placeholder?: string };

const Setting = ({ saved, ...rest }: SettingProps) => (
  <Field
    {...rest}
    defaultValue={saved}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
);

function readSettings(kind: SignInKind, form: FormData, settings: SignInSettings | null): Wanted {
  const secret = textOf(form, 'client_secret');
  const common = {
    client_id: textOf(form, 'client_id').trim(),
    ...(secret !== '' && { client_secret: secret }),
    makes_students: settings?.makes_students ?? false,
    only_sign_in: settings?.only_sign_in ?? false,
  };
  if (kind === 'entra') return { kind, tenant: textOf(form, 'tenant').trim(), ...common };
  if (kind === 'other') return { kind, issuer: textOf(form, 'issuer').trim(), ...common };
  return { kind, ...common };
}

/** Leads through the provider and back to this tab, which then shows how far it came. */
function useTest(schoolId: string) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function run(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const request = requestFor(schoolId);
      const { address } = await call('POST /admin/schools/{schoolId}/sign-in/test', {
        ...request,
        withCookie: true,
      });
      if (address !== null) {
        window.location.assign(address);
        return;
      }
      await queryClient.invalidateQueries({ queryKey: queryKey(SIGN_IN, request) });
    } catch (error) {
      setFailure(failureOf(error, () => adminSentence(error, 'Failed to start the test')));
    }
    setBusy(false);
  }
  return { busy, failure, start: () => void run() };
}

const STEPS: Record<TestStep, string> = {
  provider: 'Provider found',
  signed_in: 'Signed in there',
  domain: 'Domain',
  login: 'Would log in as',
};
const MARKS: Record<TestOutcome, { icon: typeof Check; tone: string; words: string }> = {
  ok: { icon: Check, tone: 'text-done', words: 'ok' },
  failed: { icon: X, tone: 'text-danger', words: 'failed' },
  not_reached: { icon: Minus, tone: 'text-ink-soft', words: 'not reached' },
};

function Steps({ steps }: { steps: SignInSettings['last_test'] }) {
  return (
    <ol aria-label="Last test" className="flex flex-col gap-1">
      {steps.map(({ step, outcome, detail }) => {
        const { icon: Mark, tone, words } = MARKS[outcome];
        const said = detail ?? (outcome === 'not_reached' ? words : undefined);
        return (
          <li key={step} className="flex gap-2">
            <Mark className={`mt-0.5 size-4.5 shrink-0 ${tone}`} aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              {outcome !== 'not_reached' && <span className="sr-only">{words}: </span>}
              {STEPS[step]}
              {said !== undefined && `: ${said}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** They wait for a test that was passed, and then take effect at once. */
function Switches({ schoolId, settings }: { schoolId: string; settings: SignInSettings | null }) {
  const [busy, setBusy] = useState(false);
  const isOn = settings !== null && settings.tested_at !== null;
  async function turn(change: Partial<Pick<SignInSettings, 'makes_students' | 'only_sign_in'>>) {
    if (!settings || busy) return;
    setBusy(true);
    const { kind, tenant, issuer, client_id, makes_students, only_sign_in } = settings;
    const common = { client_id, makes_students, only_sign_in, ...change };
    const wanted: Record<SignInKind, Wanted> = {
      google: { kind: 'google', ...common },
      entra: { kind: 'entra', tenant: tenant ?? '', ...common },
      other: { kind: 'other', issuer, ...common },
    };
    try {
      await save(schoolId, wanted[kind]);
    } catch (error) {
      showToast({ tone: 'danger', text: adminSentence(error, 'Failed to save the sign-in'), seconds: 6 });
    }
    setBusy(false);
  }
  return (
    <div>
      <Switch
        checked={settings?.makes_students ?? false}
        disabled={!isOn}
        hint={<span className="block">Otherwise only people already at the school can log in.</span>}
        onChange={({ currentTarget }) => void turn({ makes_students: currentTarget.checked })}
      >
        Unknown people become students
      </Switch>
      <Switch
        checked={settings?.only_sign_in ?? false}
        disabled={!isOn}
        hint={<span className="block">When on, nobody at the school can log in with a password.</span>}
        onChange={({ currentTarget }) => void turn({ only_sign_in: currentTarget.checked })}
      >
        Only through the school’s sign-in
      </Switch>
      {!isOn && <p className="text-small text-ink-soft">Both can be turned on after a successful test.</p>}
    </div>
  );
}

type RemoveProps = { schoolId: string; name: string; onRemoved: () => void };

function Remove({ schoolId, name, onRemoved }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const request = requestFor(schoolId);
      await call('DELETE /admin/schools/{schoolId}/sign-in', request);
      showToast({ tone: 'done', text: 'Sign-in removed' });
      onRemoved();
      queryClient.setQueryData<Output<typeof SIGN_IN>>(
        queryKey(SIGN_IN, request),
        (before) => before && { ...before, settings: null },
      );
    } catch (error) {
      setFailure(failureOf(error, () => adminSentence(error, 'Failed to remove the sign-in')));
      setBusy(false);
    }
  }
  return (
    <Card title="Remove sign-in">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">People then log in with a password again.</p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Remove sign-in
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          title={<span className="wrap-anywhere">Remove the sign-in of {name}?</span>}
          busy={busy}
          onClose={() => setAsking(false)}
          confirm="Remove sign-in"
          busyLabel="Removing..."
          onConfirm={() => void remove()}
        >
          <p>People log in with a password again. Anyone who never had one must be given one.</p>
          <FormFailure failure={failure} className="mt-3" />
        </ConfirmDialog>
      )}
    </Card>
  );
}
