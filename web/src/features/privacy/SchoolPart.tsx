import type { SchoolDecisions } from '../../../../contract/privacy.ts';

function signInWords({ sign_in: signIn }: SchoolDecisions): string {
  if (signIn === null) return 'People log in with a password; the school has no sign-in of its own here.';
  const way = signIn.only
    ? 'People log in through the school’s own sign-in only.'
    : 'People can log in through the school’s own sign-in.';
  return signIn.makes_students ? `${way} Anyone who logs in that way becomes a student here.` : way;
}

/** What the school of whoever reads has decided. */
export function SchoolPart({ school }: { school: SchoolDecisions }) {
  return (
    <ul className="privacy-list">
      <li>
        {school.joins_by_domain
          ? 'Anyone who registers with an address at the school’s domain joins the school.'
          : 'Only people the school adds or invites belong to it.'}
      </li>
      <li>
        {school.share_pages
          ? 'Students may share their progress through a link that expires.'
          : 'Students may not share their progress through a link.'}
      </li>
      <li>{signInWords(school)}</li>
      <li>
        An account that the school archives is kept for{' '}
        {school.keeps_months === 1 ? '1 month' : `${school.keeps_months} months`}, without a login, and then
        deleted.
      </li>
    </ul>
  );
}
