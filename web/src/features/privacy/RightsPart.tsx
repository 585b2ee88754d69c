import type { PrivacyFacts } from '../../../../contract/privacy.ts';
import { spanText } from '../../../../domain/retention.ts';
import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';

type RightsPartProps = {
  reader: 'user' | 'schoolAdmin' | 'nobody' | undefined;
  kept: PrivacyFacts['kept'];
};

const MY_DATA = {
  user: `${pathTo('settings')}#data`,
  schoolAdmin: `${pathTo('schoolAdminSettings')}#data`,
};

/** What everybody may do with their own data, and where. */
export function RightsPart({ reader = 'nobody', kept }: RightsPartProps) {
  return (
    <>
      <p>
        {reader === 'nobody' ? (
          <>
            <TextLink href={pathTo('login')}>Log in</TextLink> and open My data in the settings.
          </>
        ) : (
          <>
            All of it is under <TextLink href={MY_DATA[reader]}>My data</TextLink> in your settings.
          </>
        )}{' '}
        If you cannot log in, ask your school or the operator.
      </p>
      <ul className="privacy-list">
        <li>Download: one ZIP file with everything kept about you, and your papers as a spreadsheet.</li>
        <li>Change: your papers, scores and address yourself; your role and school by asking your school.</li>
        <li>
          Delete: your account and everything in it, at once and for good; the files within{' '}
          {spanText(kept.deleted_file)}. What stays is one line without a name, saying that someone with your
          role at your school was deleted.
        </li>
        <li>Stop: end a teacher’s access, stop sharing files or revoke a share page whenever you like.</li>
      </ul>
      <p>
        If you think that something is not right, you may also complain to your data protection authority.
      </p>
    </>
  );
}
