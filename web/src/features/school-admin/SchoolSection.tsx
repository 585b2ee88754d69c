import { type ChangeEvent, useState } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { useIsImpersonating } from '../../session/admins.ts';
import { Switch } from '../../ui/Switch.tsx';
import { switchSharePages } from './school-settings.ts';

/** What a school admin decides for the people of the school. */
export default function SchoolSection() {
  const settings = useApiQuery('GET /schooladmin/settings', { as: 'schoolAdmin' }, { staleTime: 0 });
  return (
    <LoadedPart query={settings} failed="The school’s settings could not be loaded.">
      {({ share_pages: isOn }) => <SharePagesSwitch isOn={isOn} />}
    </LoadedPart>
  );
}

function SharePagesSwitch({ isOn }: { isOn: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const isImpersonating = useIsImpersonating();

  async function change({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await switchSharePages(currentTarget.checked);
    setBusy(false);
  }

  return (
    <>
      <Switch
        checked={isOn}
        // Not `disabled` while it is saved: that would take the focus away.
        aria-disabled={isBusy || undefined}
        disabled={isImpersonating}
        aria-describedby="share-pages-meaning"
        onChange={(event) => void change(event)}
      >
        Share pages
      </Switch>
      <p id="share-pages-meaning" className="mt-1 text-pretty text-ink-soft">
        Students may show their papers and scores to a parent, tutor or counsellor by a link that ends after
        90 days at most. Switched off, no page opens, and nobody can make a new one.
      </p>
    </>
  );
}
