import { useApiQuery } from '../../api/query.ts';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';

/** What the school has decided; where it decides is one page for both admins. */
export default function SchoolSection() {
  const settings = useApiQuery('GET /schooladmin/settings', { as: 'schoolAdmin' }, { staleTime: 0 });
  return (
    <LoadedPart query={settings} failed="The school’s settings could not be loaded.">
      {({ share_pages: isOn }) => (
        <>
          <p>Share pages are {isOn ? 'on' : 'off'}.</p>
          <p className="mt-1">
            <TextLink href={`${pathTo('schoolAdminSchool')}?tab=settings`}>What the school decides</TextLink>
          </p>
        </>
      )}
    </LoadedPart>
  );
}
